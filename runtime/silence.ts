/** Finds connections to the database that lead nowhere, and leaves them for new ones. */
import { isSilent, type Sql } from './database.ts';
import type { Renewable } from './database-pool.ts';
import type { Log } from './log.ts';
import type { Scheduler } from './scheduler.ts';

interface Watched {
  sql: Sql & Renewable;
  /** How long a question may go without an answer. */
  silentMs: number;
  /** How long what other connections of it are doing may still take. */
  graceSec: number;
}

/** Lookups take microseconds; in the pool a question may stand behind a statement, which has 30 s. */
export function watchSilence(
  scheduler: Scheduler,
  { lookups, pool, aiPool }: Record<'lookups' | 'pool' | 'aiPool', Watched['sql']>,
  log: Log,
): void {
  const watch = (name: string, watched: Watched) =>
    scheduler.every(5000, `ask the ${name} for an answer`, async () => {
      if (await renewSilent(watched)) log.warn(`the database was silent over the ${name}: new connections are made`);
    });
  watch('lookups', { sql: lookups, silentMs: 5000, graceSec: 0 });
  watch('pool', { sql: pool, silentMs: 40_000, graceSec: 5 });
  watch('pool of AI', { sql: aiPool, silentMs: 40_000, graceSec: 5 });
}

/** @returns whether it was silent, and has been renewed */
export async function renewSilent({ sql, silentMs, graceSec }: Watched): Promise<boolean> {
  const silent = await isSilent(sql, silentMs);
  if (silent) sql.renew(graceSec);
  return silent;
}
