import type { StandingApproval, StandingDecision } from '../../schema/standing-approvals.ts';
import type { Ctx } from '../context.ts';
import { jobActor } from '../jobs/job-actor.ts';
import type { JsonText } from '../json-text.ts';
import { conflict, notFound, outOfScope, Problem } from '../problem.ts';
import { ownerJoin, reached, standingDecidable } from './columns.ts';
import type { SubjectKind } from './form.ts';
import { holdOwners } from './keep.ts';
import { read } from './list.ts';
import { mayApprove } from './may-approve.ts';
import { readSubject, type Subject } from './subjects.ts';
import { putApproved, tell } from './write.ts';

/**
 * Approves what waits, was rejected, or is approved already: again, by the caller, and then also for devices that came
 * under it by others. What is approved is the form that would run now, which must be the one that the caller names.
 * @throws 404, 403 out_of_scope unless everything that it reaches is in scope, 403 approver_required for an AI application;
 *   409 form_changed, confirm_count_mismatch, program_invalid
 */
export async function approve(ctx: Ctx, id: string, decision: StandingDecision): Promise<JsonText<StandingApproval>> {
  const subject = await hold(ctx, id, decision);
  const { runs } = subject;
  if (runs instanceof Problem)
    throw conflict('program_invalid', `What it runs cannot be put together: ${runs.message}`);
  if (runs.formSha256 !== decision.form_sha256) throw formChanged(runs.formSha256);
  await putApproved(ctx, subject, runs, { reason: decision.reason, seen: true });
  return read(ctx, id);
}

/**
 * Rejects what waits, or takes an approval back: its runs are proposed until it is approved again.
 * @throws 404, 403 as approve; 409 form_changed, not_allowed for what is rejected already
 */
export async function reject(ctx: Ctx, id: string, decision: StandingDecision): Promise<JsonText<StandingApproval>> {
  const { sql } = ctx;
  const subject = await hold(ctx, id, decision);
  const [rejected] = await sql<{ content_sha256: string }[]>`
    update standing_approvals set state = 'rejected', approver = null, approver_user_id = null, approver_token_id = null,
      decided_by = ${sql.json(await jobActor(ctx))}, decided_at = ${ctx.now()}, reason = ${decision.reason || null},
      updated_at = ${ctx.now()}
    where id = ${id} and form_sha256 = ${decision.form_sha256} and state <> 'rejected' returning content_sha256`;
  if (!rejected) throw await whyNot(ctx, id, decision);
  await ctx.audit(
    'standing_approval.reject',
    { id, name: subject.name },
    { subject: subject.kind, content_sha256: rejected.content_sha256, reason: decision.reason || undefined },
  );
  tell(ctx, id, subject);
  return read(ctx, id);
}

/** The subject, held with its policy, its library script and its approval in the order of all (keep.ts). */
async function hold(ctx: Ctx, id: string, { confirm_count }: StandingDecision): Promise<Subject> {
  const { sql } = ctx;
  if (!mayApprove(ctx)) throw new Problem(403, 'approver_required', 'Only people and their API tokens decide on this.');
  const [row] = await sql<{ subject_kind: SubjectKind; subject_id: string }[]>`
    select subject_kind, subject_id from standing_approvals where id = ${id}`;
  if (!row) throw notFound('standing approval');
  await holdOwners(ctx, row.subject_kind, row.subject_id);
  await sql`select id from standing_approvals where id = ${id} for update`;
  const subject = await readSubject(ctx, row.subject_kind, row.subject_id);
  const [found] = await sql<{ decidable: boolean; count: number }[]>`
    select ${standingDecidable(ctx)} as decidable, (select count(*)::int from devices d where ${reached(ctx)}) as count
    from standing_approvals s ${ownerJoin(ctx)} where s.id = ${id}`;
  if (!subject || !found) throw notFound('standing approval');
  if (!found.decidable) throw outOfScope('standing approval');
  const { count } = found;
  if (confirm_count !== undefined && confirm_count !== count)
    throw conflict('confirm_count_mismatch', `confirm_count is ${confirm_count}, but it reaches ${count} devices.`, {
      count,
    });
  return subject;
}

const formChanged = (form_sha256: string): Problem =>
  conflict('form_changed', 'It has been changed meanwhile. Look at it again.', { form_sha256 });

async function whyNot({ sql }: Ctx, id: string, { form_sha256 }: StandingDecision): Promise<Problem> {
  const [row] = await sql<{ state: string; form_sha256: string }[]>`
    select state, form_sha256 from standing_approvals where id = ${id}`;
  if (!row) return notFound('standing approval');
  if (row.form_sha256 !== form_sha256) return formChanged(row.form_sha256);
  return conflict('standing_approval_not_allowed', `It is ${row.state} already.`, { state: row.state });
}
