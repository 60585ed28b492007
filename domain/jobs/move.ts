import type { JobStatus } from '../../schema/jobs.ts';
import type { Ctx } from '../context.ts';
import { conflict, notFound, outOfScope } from '../problem.ts';
import { recordInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';
import { allows, type JobTrigger, statusAfter } from './transitions.ts';

/** A job that has just taken a trigger. */
export interface Moved {
  id: string;
  agent_id: string;
  device: string;
  description: string;
  batch_id: string | null;
  content_sha256: string;
  proposed_by: string;
  from: JobStatus;
  status: JobStatus;
}

/** 409 when the caller believes to decide another number of jobs than this is. */
export function checkCount(confirmed: number | undefined, count: number): void {
  if (confirmed === undefined || confirmed === count) return;
  throw conflict('confirm_count_mismatch', `confirm_count is ${confirmed}, but this would decide ${count}.`, { count });
}

/**
 * Moves one job in the caller's scope by a trigger, setting what belongs to it: one conditional UPDATE, whoever else tries.
 * @throws 404 job_not_found, 403 out_of_scope, 409 job_not_allowed with the status found
 */
export async function move(ctx: Ctx, id: string, trigger: JobTrigger, set: Fragment): Promise<Moved> {
  const { sql } = ctx;
  const [moved] = await sql<Moved[]>`
    update jobs r set status = ${statusAfter(sql, trigger, sql`r.status`)}, ${set}
    where r.id = ${id} and ${allows(sql, trigger, sql`r.status`)} and ${jobInScope(ctx)}
    returning r.id, r.agent_id, r.agent_hostname as device, r.description, r.batch_id, r.content_sha256,
      r.proposed_by ->> 'name' as proposed_by, old.status as from, r.status`;
  if (!moved) throw await whyNot(ctx, id);
  return moved;
}

/** SQL condition on a bare `jobs r`, where an update can join nothing. */
export const jobInScope = (ctx: Ctx): Fragment =>
  ctx.scope.unscoped
    ? ctx.sql`true`
    : ctx.sql`(select ${recordInScope(ctx)} from (select r.agent_id as id) a left join devices d on d.id = a.id)`;

async function whyNot(ctx: Ctx, id: string): Promise<Error> {
  const { sql } = ctx;
  const [job] = await sql<{ status: JobStatus; in_scope: boolean }[]>`
    select r.status, ${jobInScope(ctx)} as in_scope from jobs r where r.id = ${id}`;
  if (!job) return notFound('job');
  if (!job.in_scope) return outOfScope('job');
  const status = job.status.replaceAll('_', ' ');
  return conflict('job_not_allowed', `This job is ${status}: that is not possible any more.`, { status: job.status });
}
