import type { Ctx } from '../context.ts';

const DAYS_AHEAD = 7;
const DAY_MS = 86_400_000;

/**
 * Makes the partitions of check results and health samples from yesterday to a week ahead that are missing; before the
 * server serves, and each hour. What is written for another day, after the clock was set, lies in the default partition
 * until its day has one. @returns how many were made
 */
export async function ensurePartitions({ sql, now }: Pick<Ctx, 'sql' | 'now'>): Promise<number> {
  const today = now().getTime();
  const day = (offset: number) => new Date(today + offset * DAY_MS).toISOString().slice(0, 10);
  const [row] = await sql<{ made: number }[]>`
    select ensure_day_partitions(${day(-1)}::text::date, ${day(DAYS_AHEAD)}::text::date) as made`;
  return row?.made ?? 0;
}
