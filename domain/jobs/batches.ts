/** The jobs of one bulk deployment in one company, decided on together. */
import type { JobDecision, JobSummary } from '../../schema/jobs.ts';
import { changed } from '../changed.ts';
import { type Ctx, transaction } from '../context.ts';
import { JsonText } from '../json-text.ts';
import { notFound, outOfScope } from '../problem.ts';
import { recordInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';
import { jobColumns, jobJoins } from './columns.ts';
import { jobActor } from './job-actor.ts';
import { checkCount, jobInScope } from './move.ts';
import { allows, type JobTrigger, statusAfter } from './transitions.ts';

/** The batch's jobs in the caller's scope, by device. @throws 404 batch_not_found, 403 when none is in scope */
export async function readBatch(ctx: Ctx, id: string): Promise<JsonText<{ batch_id: string; jobs: JobSummary[] }>> {
  await find(ctx, id);
  const [row] = await ctx.sql<{ json: string }[]>`
    select json_build_object('batch_id', ${id}::uuid, 'jobs', coalesce(json_agg(row_to_json(j)), '[]'))::text as json
    from (
      select ${jobColumns(ctx)} from jobs r ${jobJoins(ctx)}
      where r.batch_id = ${id} and ${recordInScope(ctx)}
      order by lower(coalesce(d.hostname, r.agent_hostname)), r.id
    ) j`;
  return new JsonText(row?.json ?? '');
}

/**
 * Approves every job of the batch that waits and that the caller may see, in one update and with one audit entry.
 * `skipped` are those in scope that did not wait any more.
 * @throws 404 batch_not_found, 403 when none is in scope, 409 confirm_count_mismatch
 */
export const approveBatch = (
  ctx: Ctx,
  id: string,
  decision: JobDecision,
): Promise<{ approved: number; skipped: number }> =>
  transaction(ctx, async (inside) => {
    const { sql } = inside;
    const batch = await find(inside, id);
    const by = sql.json(await jobActor(inside));
    const deviceIds = await moveAll(inside, id, 'approve', decision, sql`approved_by = ${by}`);
    const jobs = deviceIds.length;
    if (jobs > 0) {
      const { content_sha256, proposed_by } = batch;
      const reason = decision.reason || undefined;
      await inside.audit('job.batch.approve', targetOf(id, batch), { jobs, content_sha256, proposed_by, reason });
      inside.emit({ type: 'jobs.deliverable', deviceIds });
    }
    return { approved: jobs, skipped: batch.in_scope - jobs };
  });

/** Rejects likewise. @throws as approveBatch */
export const rejectBatch = (
  ctx: Ctx,
  id: string,
  decision: JobDecision,
): Promise<{ rejected: number; skipped: number }> =>
  transaction(ctx, async (inside) => {
    const { sql } = inside;
    const batch = await find(inside, id);
    const by = sql.json(await jobActor(inside));
    const jobs = (await moveAll(inside, id, 'reject', decision, sql`rejected_by = ${by}`)).length;
    const { proposed_by } = batch;
    const reason = decision.reason || undefined;
    if (jobs > 0) await inside.audit('job.batch.reject', targetOf(id, batch), { jobs, proposed_by, reason });
    return { rejected: jobs, skipped: batch.in_scope - jobs };
  });

interface Batch {
  jobs: number;
  in_scope: number;
  description: string;
  content_sha256: string;
  proposed_by: string;
}

/** All jobs of a batch share content and proposer: they were inserted together. */
async function find(ctx: Ctx, id: string): Promise<Batch> {
  const { sql } = ctx;
  const [batch] = await sql<Batch[]>`
    select count(*) as jobs, count(*) filter (where ${recordInScope(ctx)}) as in_scope, min(r.description) as description,
      min(r.content_sha256) as content_sha256, min(r.proposed_by ->> 'name') as proposed_by
    from jobs r left join devices d on d.id = r.agent_id
    where r.batch_id = ${id}`;
  if (!batch || batch.jobs === 0) throw notFound('batch');
  if (batch.in_scope === 0) throw outOfScope('batch');
  return batch;
}

/** @returns the devices of the jobs that moved */
async function moveAll(
  ctx: Ctx,
  id: string,
  trigger: JobTrigger,
  decision: JobDecision,
  by: Fragment,
): Promise<string[]> {
  const { sql } = ctx;
  const [moved] = await sql<{ devices: string[] | null }[]>`
    with moved as (
      update jobs r set status = ${statusAfter(sql, trigger, sql`r.status`)}, ${by}, decided_at = ${ctx.now()},
        decision_reason = ${decision.reason || null}
      where r.batch_id = ${id} and ${allows(sql, trigger, sql`r.status`)} and ${jobInScope(ctx)}
      returning r.agent_id
    )
    select array_agg(agent_id) as devices from moved`;
  const devices = moved?.devices ?? [];
  checkCount(decision.confirm_count, devices.length);
  if (devices.length > 0) ctx.emit({ type: 'changed', noun: 'jobs' });
  if (devices.length > 0) changed(ctx, 'approvals', [id]);
  return devices;
}

const targetOf = (id: string, { description }: Batch) => ({ id, name: description || null });
