import type { ResultStatus } from '../../schema/check-types.ts';
import type { Ctx } from '../context.ts';
import { plainArray } from './arrays.ts';
import type { Definitions } from './definitions.ts';
import { judge } from './evaluate.ts';
import type { Received } from './record.ts';

/** How an execution ended that is not pending: its deadline passed, that and its result has come, or nobody knows of it. */
type Ended = 'timed_out' | 'late' | 'unknown';

/** An agent keeps a result for so long at most; a deadline is a day away at most. It bounds the partitions that are asked. */
const LATE_MAX_DAYS = 8;

/** By check_results_ended_idx, which holds no others than these: whatever ids an agent makes up, the question is cheap. */
export async function endedBefore({ sql, now }: Ctx, results: readonly Received[]): Promise<Ended[]> {
  const at = now();
  const rows = await sql<{ n: number; late: boolean }[]>`
    select (r.n - 1)::int as n, bool_or(h.late) as late
    from unnest(${plainArray(results.map(({ deviceId }) => deviceId))}::uuid[],
        ${plainArray(results.map(({ frame }) => frame.check_id))}::uuid[],
        ${plainArray(results.map(({ frame }) => frame.execution_id))}::uuid[]) with ordinality r (device_id, check_id, execution_id, n)
      join check_results h on h.execution_id = r.execution_id and h.device_id = r.device_id and h.check_id = r.check_id
        and (h.timed_out or h.late)
    where h.at > ${at}::timestamptz - ${LATE_MAX_DAYS} * interval '1 day' and h.at < ${at}::timestamptz + interval '2 days'
    group by r.n`;
  const byIndex = new Map(rows.map(({ n, late }) => [n, late]));
  return results.map((_, n) => {
    const late = byIndex.get(n);
    return late === undefined ? 'unknown' : late ? 'late' : 'timed_out';
  });
}

/** Rows of the history alone: they came when they came, and what they say has been counted as a timeout. */
export async function keepLate(ctx: Ctx, definitions: Definitions, results: readonly Received[]): Promise<void> {
  if (results.length === 0) return;
  const { sql, now } = ctx;
  const known = await definitions.get(
    ctx,
    results.map(({ frame }) => ({ id: frame.check_id })),
  );
  const statusOf = (frame: Received['frame']): ResultStatus => {
    const rules = known.get(frame.check_id);
    return rules ? judge(rules, frame).status : frame.verdict;
  };
  const column = <T extends string | number | null>(value: (frame: Received['frame']) => T) =>
    plainArray(results.map(({ frame }) => value(frame)));
  await sql`
    insert into check_results (at, device_id, check_id, execution_id, status, value, output, duration_ms, late)
    select ${now()}, r.*, true from unnest(
      ${plainArray(results.map(({ deviceId }) => deviceId))}::uuid[], ${column(({ check_id }) => check_id)}::uuid[],
      ${column(({ execution_id }) => execution_id)}::uuid[], ${column(statusOf)}::text[],
      ${column(({ value }) => value)}::float8[], ${results.map(({ frame }) => frame.output)}::text[],
      ${column(({ duration_ms }) => duration_ms)}::int[]) r`;
}
