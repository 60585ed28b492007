import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';
import { Problem } from '../problem.ts';
import { approverHolds } from './approver-holds.ts';
import type { SubjectKind } from './form.ts';
import { approverOf, mayApprove } from './may-approve.ts';
import { noteWaiting } from './note-waiting.ts';
import { type Form, readSubject, type Subject } from './subjects.ts';
import { holdPolicy } from './widen.ts';
import { putApproved, putName, putWaiting, type RequestReason, tell } from './write.ts';

/** What an endpoint that saves a task, a check or a library script may write beside its own entry. */
export const standingAudits = ['standing_approval.request', 'standing_approval.approve'] as const;

export type StandingState = 'approved' | 'waiting' | 'rejected';

interface Stored {
  id: string;
  state: StandingState;
  subject_name: string;
  form_sha256: string;
  approved_form_sha256: string | null;
  /** Whoever approved may still approve. */
  holds: boolean;
}

/**
 * Called at the end of each save of a task, a check or its remediation, in the transaction of the save and after its row
 * is written: what it would run now is read from there. The endpoint declares `standingAudits`.
 *
 * A save by somebody who may approve (mayApprove) is an approval when the thing is new, when it started from an approved
 * form or brought back the one approved last, or when it named the whole program and schedule itself (`stated`): a save
 * that names a part of what waits says nothing of the rest, which somebody else may have put there. What was rejected
 * stays rejected until its form changes. A save by anybody else makes it wait, changed or not.
 *
 * @returns the state; null when there is nothing that runs, and then the approval is gone
 * @throws for what is new, what resolving its program throws: 404 script_not_found, 400 invalid_parameter
 */
export async function keepStanding(
  ctx: Ctx,
  kind: SubjectKind,
  id: string,
  { stated = false }: { stated?: boolean } = {},
): Promise<StandingState | null> {
  if (!ctx.work.inTransaction) throw new Error('keepStanding needs the transaction of the save');
  await holdOwners(ctx, kind, id);
  const subject = await readSubject(ctx, kind, id);
  if (!subject) {
    await dropStanding(ctx, kind, [id]);
    return null;
  }
  const before = await readStored(ctx, subject);
  const { runs } = subject;
  if (!(runs instanceof Problem)) return judge(ctx, subject, runs, before, stated);
  if (!before) throw runs;
  return suspend(ctx, subject, before);
}

async function judge(
  ctx: Ctx,
  subject: Subject,
  form: Form,
  before: Stored | undefined,
  stated: boolean,
): Promise<StandingState> {
  const same = before?.form_sha256 === form.formSha256;
  const may = mayApprove(ctx);
  if (before && same && (may ? before.state === 'approved' : before.state !== 'approved')) {
    const takesOver = before.state === 'approved' && !before.holds;
    if (takesOver || before.subject_name !== subject.name)
      await putName(ctx, before.id, subject, takesOver ? await approverOf(ctx) : undefined);
    return before.state;
  }
  if (same && before?.state === 'rejected') return 'rejected';
  const known = !before || before.state === 'approved' || before.approved_form_sha256 === form.formSha256;
  if (may && (known || stated)) {
    await putApproved(ctx, subject, form);
    return 'approved';
  }
  if (before?.state === 'waiting' && same) return 'waiting';
  await putWaiting(ctx, subject, form, reasonOf(before, same));
  return 'waiting';
}

function reasonOf(before: Stored | undefined, same: boolean): RequestReason {
  if (!before) return 'created';
  return same ? 'saved_without_right' : 'changed';
}

/** Removes what belongs to subjects that are being deleted, or run nothing any more. */
export async function dropStanding(ctx: Ctx, kind: SubjectKind, ids: string[]): Promise<void> {
  const rows = await ctx.sql<{ id: string }[]>`
    delete from standing_approvals where subject_kind = ${kind} and subject_id = any(${ids}::uuid[]) returning id`;
  changed(
    ctx,
    'approvals',
    rows.map((row) => row.id),
  );
}

/** What it names cannot be run any more, so there is no form to approve: its last one waits. */
export async function suspend(ctx: Ctx, subject: Subject, before: Pick<Stored, 'id'>): Promise<StandingState> {
  const { count } = await ctx.sql`
    update standing_approvals set state = 'waiting', approver = null, approver_user_id = null, approver_token_id = null,
      requested_reason = 'changed', requested_at = ${ctx.now()}, decided_by = null, decided_at = null, reason = null,
      updated_at = ${ctx.now()}
    where id = ${before.id} and state <> 'waiting'`;
  if (count > 0) await noteWaiting(ctx, before.id, subject);
  tell(ctx, before.id, subject);
  return 'waiting';
}

async function readStored(ctx: Ctx, { kind, id }: Subject): Promise<Stored | undefined> {
  const [row] = await ctx.sql<Stored[]>`
    select s.id, s.state, s.subject_name, s.form_sha256, s.approved_form_sha256, ${approverHolds(ctx)} as holds
    from standing_approvals s where s.subject_kind = ${kind} and s.subject_id = ${id} for update of s`;
  return row;
}

/**
 * Holds the policy, against assignments (widen.ts), and the library script that the subject names, against an edit: either
 * the edit sees this subject and makes it wait (script-changed.ts), or this sees the edit. In the order of all: policies,
 * scripts, standing approvals.
 */
export async function holdOwners(ctx: Ctx, kind: SubjectKind, id: string): Promise<void> {
  const { sql } = ctx;
  const [row] = await (kind === 'task'
    ? sql<Owners[]>`select policy_id, script_id from tasks where id = ${id}`
    : sql<Owners[]>`
        select policy_id, case ${kind} when 'check' then script_id else remediation_script_id end as script_id
        from checks where id = ${id}`);
  await holdPolicy(ctx, row?.policy_id ?? null);
  if (row?.script_id) await sql`select id from scripts where id = ${row.script_id} for share`;
}

interface Owners {
  policy_id: string | null;
  script_id: string | null;
}
