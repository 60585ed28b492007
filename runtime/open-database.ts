import { join } from 'node:path';
import type { Pool } from '../domain/sql.ts';
import type { Config } from './config.ts';
import { connect, ping } from './database.ts';
import type { Renewable } from './database-pool.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { currentRole, ownsSchema } from './grants.ts';
import type { Log } from './log.ts';
import { migrate } from './migrate.ts';
import { EXPORTS_MAX } from './tables/send-table.ts';

const MIGRATIONS = join(import.meta.dirname, '../schema/migrations');
/**
 * Connections for plain queries, and as many for transactions. On two cores more of them cost throughput: each query wakes
 * another sleeping backend instead of following on a busy one (bench/http.ts: 0.56 of raw with 4, 0.49 with 6, 0.34 with
 * 12). Fewer would let one slow report hold up what is sent behind it.
 */
const POOL_SIZE = 6;
const AI_POOL_SIZE = 2;
/** Every request waits behind what a lookup waits for, so one that meets a locked table fails instead (503, try again). */
const LOOKUP_LOCK_MS = 250;
const LOOKUP_STATEMENT_MS = 5000;

export interface OpenDatabase {
  pool: Pool & Renewable;
  /**
   * One connection for reads of a few rows by their keys, which take microseconds and wait for no lock: under load many of
   * them go out in one write and wake one backend once (bench/http.ts). Nothing slow, and no write, belongs here.
   */
  lookups: Pool & Renewable;
  /**
   * What calls by AI work on, of which two are worked on at a time (runtime/toolbox.ts). One dashboard is five statements: in
   * the pool of all they stood in front of agents' frames.
   */
  aiPool: Pool & Renewable;
  /** Transactions that may take minutes, at the pace of who downloads; connected when one is needed. */
  exports: Pool & Renewable;
  /** The application role owns the schema: grants do not protect the audit trail. */
  auditUnprotected: boolean;
  /** Whether both answer within the time; never rejects. */
  ready: (timeoutMs: number) => Promise<boolean>;
  close: () => Promise<void>;
}

/** The database that the configuration names, migrated and granted, or the embedded one. @throws with a sentence for the operator. */
export async function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const embedded = config.database ? undefined : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  try {
    const app = embedded?.appOptions ?? config.database?.url ?? '';
    const owner = embedded?.ownerOptions ?? config.database?.migrateUrl ?? '';
    const pool = connect(app, { max: POOL_SIZE });
    const aiPool = connect(app, { max: AI_POOL_SIZE });
    const lookups = connect(app, { max: 1, lockTimeoutMs: LOOKUP_LOCK_MS, statementTimeoutMs: LOOKUP_STATEMENT_MS });
    const exports = connect(app, { max: EXPORTS_MAX, applicationName: 'muster exports' });
    await applyMigrations(owner, pool, log);
    return {
      pool,
      lookups,
      aiPool,
      exports,
      auditUnprotected: await ownsSchema(pool),
      ready: async (timeoutMs) => {
        const answers = await Promise.all([ping(pool, timeoutMs), ping(lookups, timeoutMs)]);
        return answers.every(Boolean);
      },
      close: async () => {
        await Promise.all([pool, lookups, aiPool, exports].map((one) => one.end({ timeout: 1 })));
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function applyMigrations(owner: Parameters<typeof connect>[0], pool: Pool, log: Log): Promise<void> {
  const ownerSql = connect(owner, { max: 2, applicationName: 'muster migrate', statementTimeoutMs: 0 });
  try {
    const [appRole, ownerRole] = [await currentRole(pool), await currentRole(ownerSql)];
    await migrate(ownerSql, MIGRATIONS, { appRole: appRole === ownerRole ? null : appRole, log });
  } finally {
    await ownerSql.end({ timeout: 3 });
  }
}
