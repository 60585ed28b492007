import { expect } from 'vitest';
import type { Answer, TestServer } from '../../harness.ts';

/**
 * Holds up whatever changes access (lockAccess in domain/users/lock.ts), lets a call wait for it, does something meanwhile,
 * and gives what the call was answered.
 */
export async function meanwhile(
  { db: { sql } }: TestServer,
  begin: () => Promise<Answer>,
  happen: () => Promise<unknown>,
): Promise<Answer> {
  let call: Promise<Answer> | undefined;
  await sql.begin(async (holding) => {
    await holding`select pg_advisory_xact_lock(${0x6964656e74}::bigint)`;
    call = begin();
    const waiting = async () =>
      (
        await sql`
          select 1 from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`
      ).count;
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    await happen();
  });
  if (!call) throw new Error('the call was not made');
  return call;
}
