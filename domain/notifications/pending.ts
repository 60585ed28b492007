import type { Ctx } from '../context.ts';
import { ended } from './windows.ts';

/** After so many failures of its own a notice is given up. */
const TRIES = 5;
const RETRY_MINUTES = [1, 2, 5, 10];
const LONGEST_MS = 15 * 60_000;
const WORDS = 500;

/** The oldest notices that are due, and whether the minute of some reader is over. One statement: it is asked each second. */
export async function findDue({ sql, now }: Ctx, limit: number): Promise<{ noticeIds: string[]; digests: boolean }> {
  const [row] = await sql<{ ids: string[]; digests: boolean }[]>`
    select array(
        select id from notices
        where failed_at is null
          and (retry_at is null or retry_at <= ${now()} or retry_at > ${new Date(now().getTime() + LONGEST_MS)})
        order by id limit ${limit}) as ids,
      exists (select 1 from notification_windows w where ${ended(sql, now())}) as digests`;
  return { noticeIds: row?.ids ?? [], digests: row?.digests ?? false };
}

/**
 * Puts a notice back that cannot be told, so that it does not hold up the others; after five tries it is kept as failed.
 * @returns whether it was given up
 */
export async function putBack({ sql, now }: Ctx, id: string, reason: string): Promise<boolean> {
  const minutes = sql`(${RETRY_MINUTES}::int[])[least(attempts + 1, ${RETRY_MINUTES.length})]`;
  const [row] = await sql<{ given_up: boolean }[]>`
    update notices set attempts = attempts + 1, last_error = ${reason.slice(0, WORDS)},
      retry_at = ${now()}::timestamptz + make_interval(mins => ${minutes}),
      failed_at = case when attempts + 1 >= ${TRIES} then ${now()}::timestamptz end
    where id = ${id} and failed_at is null
    returning failed_at is not null as given_up`;
  return row?.given_up ?? false;
}

/** Notices that are not told yet, and those that were given up. */
export async function countNotices({ sql }: Pick<Ctx, 'sql'>): Promise<{ waiting: number; failed: number }> {
  const [row] = await sql<{ waiting: number; failed: number }[]>`
    select count(*) filter (where failed_at is null)::int as waiting, count(*) filter (where failed_at is not null)::int as failed
    from notices`;
  return row ?? { waiting: 0, failed: 0 };
}

/** Removes notices that were given up, once they have been kept long enough. */
export async function expireFailedNotices({ sql, now, settings }: Ctx): Promise<number> {
  const before = new Date(now().getTime() - settings.notificationRetentionDays * 86_400_000);
  const { count } = await sql`delete from notices where failed_at < ${before}`;
  return count;
}
