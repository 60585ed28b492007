/** What people do with one job. Each is one conditional UPDATE: of racing callers one wins, the others get 409. */
import type { Job, JobDecision } from '../../schema/jobs.ts';
import { changed } from '../changed.ts';
import { type Ctx, transaction } from '../context.ts';
import type { JsonText } from '../json-text.ts';
import { jobActor } from './job-actor.ts';
import { checkCount, type Moved, move } from './move.ts';
import { read } from './read.ts';

/** @throws 404, 403 out_of_scope, 409 job_not_allowed with the status found, 409 confirm_count_mismatch */
export const approve = (ctx: Ctx, id: string, { reason, confirm_count }: JobDecision): Promise<JsonText<Job>> =>
  transaction(ctx, async (inside) => {
    const { sql } = inside;
    checkCount(confirm_count, 1);
    const by = sql.json(await jobActor(inside));
    const job = await move(
      inside,
      id,
      'approve',
      sql`approved_by = ${by}, decision_reason = ${reason || null}, decided_at = ${ctx.now()}`,
    );
    const { device, content_sha256, proposed_by } = job;
    await inside.audit('job.approve', targetOf(job), {
      device,
      content_sha256,
      proposed_by,
      reason: reason || undefined,
    });
    inside.emit({ type: 'jobs.deliverable', deviceIds: [job.agent_id] });
    announce(inside, job);
    return read(inside, id);
  });

/** @throws as approve */
export const reject = (ctx: Ctx, id: string, { reason, confirm_count }: JobDecision): Promise<JsonText<Job>> =>
  transaction(ctx, async (inside) => {
    const { sql } = inside;
    checkCount(confirm_count, 1);
    const by = sql.json(await jobActor(inside));
    const job = await move(
      inside,
      id,
      'reject',
      sql`rejected_by = ${by}, decision_reason = ${reason || null}, decided_at = ${ctx.now()}`,
    );
    const { device, proposed_by } = job;
    await inside.audit('job.reject', targetOf(job), { device, proposed_by, reason: reason || undefined });
    announce(inside, job);
    return read(inside, id);
  });

/**
 * Rejects what waits, withdraws what was not delivered yet, and asks the device to stop what it has.
 * @throws 404, 403 out_of_scope, 409 job_not_allowed
 */
export const cancel = (ctx: Ctx, id: string): Promise<JsonText<Job>> =>
  transaction(ctx, async (inside) => {
    const { sql } = inside;
    const by = sql.json(await jobActor(inside));
    const job = await move(
      inside,
      id,
      'cancel',
      sql`
        rejected_by = case when r.status = 'awaiting_approval' then ${by} else r.rejected_by end,
        decided_at = case when r.status = 'awaiting_approval' then ${ctx.now()} else r.decided_at end,
        finished_at = case when r.status = 'dispatched' then ${ctx.now()} else r.finished_at end`,
    );
    await inside.audit('job.cancel', targetOf(job), { device: job.device, from: job.from });
    if (job.status === 'cancel_requested')
      inside.emit({ type: 'jobs.cancel', deviceId: job.agent_id, jobIds: [job.id] });
    announce(inside, job);
    return read(inside, id);
  });

/** Closes a job whose result never arrived, as a person judges it. @throws 404, 403 out_of_scope, 409 job_not_allowed */
export const complete = (ctx: Ctx, id: string, { success }: { success: boolean }): Promise<JsonText<Job>> =>
  transaction(ctx, async (inside) => {
    const { sql } = inside;
    const error = success ? null : 'Closed by hand as failed: its result never arrived.';
    const trigger = success ? 'complete' : 'complete_failed';
    const job = await move(inside, id, trigger, sql`finished_at = ${ctx.now()}, error = ${error}`);
    await inside.audit('job.complete_manual', targetOf(job), { device: job.device, success, from: job.from });
    inside.emit({ type: 'jobs.output', jobId: id, sizeBytes: await outputBytes(inside, id), done: true });
    announce(inside, job);
    return read(inside, id);
  });

async function outputBytes({ sql }: Ctx, id: string): Promise<number> {
  const [row] = await sql<{ size: number | null }[]>`
    select max(byte_offset + byte_length) as size from job_output where job_id = ${id}`;
  return row?.size ?? 0;
}

const targetOf = ({ id, description }: Moved) => ({ id, name: description || null });

function announce(ctx: Ctx, { id, batch_id, from }: Moved): void {
  changed(ctx, 'jobs', [id]);
  if (from === 'awaiting_approval') changed(ctx, 'approvals', [batch_id ?? id]);
}
