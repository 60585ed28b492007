import type { Pool, Sql } from '../../domain/sql.ts';
import type { TableAnswer } from '../../domain/table-answer.ts';

/** Some 50 KB of rows: one turn of the event loop takes a few milliseconds for them. */
const BATCH = 200;
/** The first rows may have to wait for a sort of a million; nobody waits longer for an answer. */
const STATEMENT_MS = 60_000;

export interface Databases {
  /** Connections for exports alone: one of them is taken for minutes. */
  exports: Pool;
  /** Another, by which a query that runs there is called off. */
  pool: Pool;
}

/**
 * Hands the rows of a table to `take` in batches, in a read-only transaction that sees one moment; the next batch is read once
 * `take` has resolved. When `gone` is aborted, the query that runs is called off.
 * @returns once all is taken, or `gone` is aborted
 */
export async function readRows(
  { exports, pool }: Databases,
  table: TableAnswer,
  gone: AbortSignal,
  take: (rows: unknown[][]) => Promise<void>,
): Promise<void> {
  try {
    await exports.begin('read only', async (sql) => {
      const pid = await prepare(sql);
      const callOff = () => void pool`select pg_cancel_backend(${pid}::int)`.catch(() => undefined);
      gone.addEventListener('abort', callOff);
      try {
        if (!gone.aborted) await sql`declare rows no scroll cursor for ${table.rows(sql)}`;
        await eachBatch(sql, gone, take);
      } finally {
        gone.removeEventListener('abort', callOff);
      }
    });
  } catch (error) {
    if (!gone.aborted) throw error; // a query that was called off fails, and nobody waits for it
  }
}

/** A slow client lets the transaction wait between two batches; how long an export may take is decided by who sends it. */
async function prepare(sql: Sql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`
    select pg_backend_pid() as pid, set_config('idle_in_transaction_session_timeout', '0', true) as idle,
      set_config('statement_timeout', ${String(STATEMENT_MS)}, true) as statement`;
  if (!row) throw new Error('select without a row');
  return row.pid;
}

async function eachBatch(sql: Sql, gone: AbortSignal, take: (rows: unknown[][]) => Promise<void>): Promise<void> {
  while (!gone.aborted) {
    // As simple text: the columns of a prepared `fetch` would be those of the cursor that it was first prepared for.
    const rows: unknown[][] = await sql.unsafe(`fetch forward ${BATCH} from rows`).values();
    if (rows.length > 0 && !gone.aborted) await take(rows);
    if (rows.length < BATCH) return;
  }
}
