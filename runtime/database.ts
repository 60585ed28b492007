/** Connections to PostgreSQL, and how its types look in TypeScript. */
import postgres from 'postgres';
import type { Pool } from '../domain/sql.ts';
import { mendDriver } from './database-driver.ts';
import { createPool, type Renewable } from './database-pool.ts';
import { TYPES } from './database-types.ts';

/** Where and as whom. `host` may be the folder of a Unix socket. */
export type DatabaseOptions = { host: string; port: number; database: string; username: string; password: string };

type Settings = {
  /** Connections at most for plain queries, and as many for transactions; default 10. */
  max?: number;
  /** What RAISE NOTICE and the like say; they are dropped by default. */
  onnotice?: (notice: postgres.Notice) => void;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** A statement that runs longer is ended by the server, default 30 s; 0 is no limit, for migrations. */
  statementTimeoutMs?: number;
  /** A statement that waits longer for a lock fails (55P03); 0, the default, is no limit. */
  lockTimeoutMs?: number;
};

/**
 * A pool, used as a tagged template. bigint is a number (a value beyond 2^53 throws), timestamptz an RFC 3339 string in UTC
 * with milliseconds, date a `YYYY-MM-DD` string, json what it holds, arrays are arrays; undefined as a parameter throws.
 * An array goes in with a cast, as `any(${ids}::uuid[])`; sql.array is of no use here.
 */
export type Sql = Pool;
/** What runs inside `sql.begin(…)`. */
// biome-ignore lint/complexity/noBannedTypes: postgres.js spells "no custom types" as {}
export type TransactionSql = postgres.TransactionSql<{}>;

const CONNECT_TIMEOUT_SEC = 10;
const IDLE_IN_TRANSACTION_MS = 60_000;

/**
 * A pool for the target: options, or a URL as libpq reads it (`?host=/folder` names a Unix socket). It connects when it is
 * first used, and anew after the server was away: meanwhile each query fails on its own, quickly when nobody listens.
 */
export function connect(target: string | DatabaseOptions, settings: Settings = {}): Sql & Renewable {
  const { max = 10, onnotice = () => undefined, applicationName = 'muster' } = settings;
  const { statementTimeoutMs = 30_000, lockTimeoutMs = 0 } = settings;
  const options = {
    ...(typeof target === 'string' ? { host: socketFolder(target) } : target),
    onnotice,
    connect_timeout: CONNECT_TIMEOUT_SEC,
    // No connection ends by itself, so that each one that ends was lost (runtime/database-pool.ts).
    idle_timeout: 0,
    max_lifetime: null,
    connection: {
      application_name: applicationName,
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      search_path: 'public', // a schema named after a role would otherwise shadow ours
      TimeZone: 'UTC',
      DateStyle: 'ISO', // what parseTimestamp reads
    },
    types: TYPES,
    fetch_types: false, // runtime/database-types.ts
  };
  const url = typeof target === 'string' ? withoutHostQuery(target) : '';
  const pool = createPool((size, onclose) => postgres(url, { ...options, max: size, onclose }), max);
  mendDriver(pool);
  return pool;
}

function socketFolder(target: string): string | undefined {
  return new URL(target).searchParams.get('host') ?? undefined;
}

/** postgres.js would send `host` to the server as a setting, which refuses it. */
function withoutHostQuery(target: string): string {
  const url = new URL(target);
  url.searchParams.delete('host');
  return url.href;
}

const pendingPings = new WeakMap<Sql, Promise<boolean>>();

/**
 * Whether the database answers within `timeoutMs`; never rejects. While it hangs (SIGSTOP, a cut cable) further calls wait
 * for the same question, so that however often a probe asks, one query waits.
 */
export const ping = (sql: Sql, timeoutMs: number): Promise<boolean> => within(timeoutMs, asked(sql), false);

/** Whether the same question is neither answered nor refused within the time, as over a connection that leads nowhere. */
export const isSilent = (sql: Sql, timeoutMs: number): Promise<boolean> =>
  within(
    timeoutMs,
    asked(sql).then(() => false),
    true,
  );

async function within(timeoutMs: number, answer: Promise<boolean>, late: boolean): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, late);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function asked(sql: Sql): Promise<boolean> {
  const pending = pendingPings.get(sql);
  if (pending) return pending;
  const question = sql`select 1`.then(
    () => true,
    () => false, // the answer is "no", whatever the reason; the query that needs the database will tell it
  );
  pendingPings.set(sql, question);
  void question.finally(() => pendingPings.delete(sql));
  return question;
}
