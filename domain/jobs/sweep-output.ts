import type { Ctx } from '../context.ts';

/** Pieces removed by one statement. */
const BATCH = 1000;

/** Removes pieces of output that arrived while their job's result was being written; the result holds the whole. */
export async function sweepOutput(ctx: Ctx): Promise<number> {
  const { count } = await ctx.sql`
    delete from job_output where (job_id, byte_offset) in (
      select o.job_id, o.byte_offset from job_output o
      join jobs j on j.id = o.job_id and j.outcome is not null and j.late_result is null
      limit ${BATCH})`;
  return count;
}
