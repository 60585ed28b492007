/** Brings the database to this version's schema, and refuses a database that does not fit. Runs before the listener starts. */
import type { Sql, TransactionSql } from './database.ts';
import { grantApplication } from './grants.ts';
import type { Log } from './log.ts';
import { type Migration, readMigrations } from './migration-files.ts';

const MINIMUM_VERSION = 180_000; // uuidv7()
/** Key of the advisory lock that one starter at a time holds ("muster" in ASCII). */
const LOCK = 0x6d7573746572;

type Applied = { version: number; name: string; checksum: string };

/**
 * Applies what is missing from `folder`, each migration in a transaction of its own, then gives the application role its
 * rights. Safe with several starters at once and after a kill at any point. Throws a sentence that names the migration when an
 * applied one was edited, renamed or removed, when the database is newer than `folder`, or when one fails.
 * `ownerSql` signs in as the owner of the schema; `appRole` is the role that serves the application, null when it is the same.
 */
export async function migrate(ownerSql: Sql, folder: string, { appRole, log }: { appRole: string | null; log: Log }) {
  const migrations = readMigrations(folder);
  await requireVersion(ownerSql);
  for (let more = true; more; ) more = await ownerSql.begin((sql) => applyNext(sql, migrations, log));
  if (appRole === null) return;
  await ownerSql.begin(async (sql) => {
    await takeLock(sql);
    await grantApplication(sql, appRole);
  });
}

/** Validates what is applied, then applies the next migration. False when none is left. */
async function applyNext(sql: TransactionSql, migrations: Migration[], log: Log): Promise<boolean> {
  await takeLock(sql);
  const applied = await readApplied(sql);
  validate(applied, migrations);
  const next = migrations[applied.length];
  if (!next) return false;
  const { version, name, checksum } = next;
  try {
    await sql.unsafe(next.sql).simple();
  } catch (cause) {
    throw new Error(`migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
  await sql`insert into schema_migrations (version, name, checksum) values (${version}, ${name}, ${checksum})`;
  log.info({ migration: name }, 'migration applied');
  return true;
}

/** Held to the end of the transaction; every starter comes through here, so two never work at the same time. */
async function takeLock(sql: TransactionSql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`;
}

async function readApplied(sql: TransactionSql): Promise<Applied[]> {
  await sql`
    create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz(3) not null default now()
    )`;
  return sql<Applied[]>`select version, name, checksum from schema_migrations order by version`;
}

function validate(applied: Applied[], migrations: Migration[]): void {
  applied.forEach((row, index) => {
    const file = migrations[row.version - 1];
    if (row.version !== index + 1) {
      throw new Error(
        `the database lacks migration ${migrations[index]?.name ?? index + 1}, but has ${row.name} behind it`,
      );
    }
    if (!file && row.version > migrations.length && migrations.length > 0 && index >= migrations.length) {
      throw new Error(
        `the database is newer than this Muster: it has migration ${row.name}, this version ends with ${migrations.at(-1)?.name}. Start the newer version`,
      );
    }
    if (file?.name !== row.name) {
      throw new Error(
        `migration ${row.name} was applied, but its file is missing or renamed (found ${file?.name ?? 'none'})`,
      );
    }
    if (file.checksum !== row.checksum) {
      throw new Error(`migration ${row.name} was edited after it was applied: its checksum differs. Restore the file`);
    }
  });
}

async function requireVersion(sql: Sql): Promise<void> {
  const [row] = await sql<{ number: number; version: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`;
  if (row && row.number >= MINIMUM_VERSION) return;
  throw new Error(`Muster needs PostgreSQL 18 or newer, and this is ${row?.version ?? 'unknown'}`);
}
