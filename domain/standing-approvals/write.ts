/** The two ways in which a standing approval is written: approved by the caller, or made to wait. */
import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';
import { keepContent } from '../jobs/content.ts';
import { jobActor } from '../jobs/job-actor.ts';
import { type Approver, approverOf } from './may-approve.ts';
import { noteWaiting } from './note-waiting.ts';
import type { Form, Subject } from './subjects.ts';

export type RequestReason = 'created' | 'changed' | 'saved_without_right' | 'script_changed';

const nobody = { approver: null, approver_user_id: null, approver_token_id: null };
const inForce = ({ sql }: Ctx, { approver, userId, tokenId }: Approver) => ({
  approver: sql.json(approver),
  approver_user_id: userId,
  approver_token_id: tokenId,
});

/** What it would run, as the row holds it. */
async function stored(ctx: Ctx, { name, schedule, timeoutSec }: Subject, { content, formSha256 }: Form) {
  return {
    content_sha256: await keepContent(ctx, content),
    form_sha256: formSha256,
    schedule: ctx.sql.json(schedule),
    timeout_sec: timeoutSec,
    subject_name: name,
    updated_at: ctx.now(),
  };
}

/**
 * Approved by the caller. `seen`: for all that the subject reaches, which the caller was shown, so that devices which had
 * come under it by others are covered too. A save shows nobody what it reaches.
 */
export async function putApproved(
  ctx: Ctx,
  subject: Subject,
  form: Form,
  { reason, seen = false }: { reason?: string | undefined; seen?: boolean } = {},
): Promise<void> {
  const { sql } = ctx;
  const by = await approverOf(ctx);
  const now = ctx.now();
  const what = await stored(ctx, subject, form);
  const row = {
    ...what,
    ...inForce(ctx, by),
    ...{ state: 'approved', decided_by: sql.json(by.approver), decided_at: now, reason: reason || null },
    ...{ approved_content_sha256: what.content_sha256, approved_form_sha256: what.form_sha256 },
    ...{ approved_schedule: what.schedule, approved_timeout_sec: what.timeout_sec },
    ...{ approved_by: sql.json(by.approver), approved_at: now },
  };
  const asked = { requested_by: sql.json(by.approver), requested_at: now, requested_reason: 'created' };
  const [made] = await sql<{ id: string }[]>`
    insert into standing_approvals ${sql({ subject_kind: subject.kind, subject_id: subject.id, ...row, ...asked })}
    on conflict (subject_kind, subject_id) do update set ${sql(row)} returning id`;
  const id = made?.id ?? '';
  if (seen) await sql`delete from standing_approval_exceptions where approval_id = ${id}`;
  await ctx.audit(
    'standing_approval.approve',
    { id, name: subject.name },
    { subject: subject.kind, content_sha256: what.content_sha256, reason: reason || undefined },
  );
  tell(ctx, id, subject);
}

/** Waits for somebody who may approve; its runs are proposed until then. When it begins to wait, word of it goes out. */
export async function putWaiting(ctx: Ctx, subject: Subject, form: Form, reason: RequestReason): Promise<void> {
  const { sql } = ctx;
  const what = await stored(ctx, subject, form);
  const row = {
    ...what,
    ...nobody,
    ...{ state: 'waiting', requested_by: sql.json(await jobActor(ctx)), requested_at: ctx.now() },
    ...{ requested_reason: reason, decided_by: null, decided_at: null, reason: null },
  };
  const [made] = await sql<{ id: string; before: string | null }[]>`
    insert into standing_approvals ${sql({ subject_kind: subject.kind, subject_id: subject.id, ...row })}
    on conflict (subject_kind, subject_id) do update set ${sql(row)} returning id, old.state as before`;
  const id = made?.id ?? '';
  await ctx.audit(
    'standing_approval.request',
    { id, name: subject.name },
    { subject: subject.kind, content_sha256: what.content_sha256, reason },
  );
  if (made?.before !== 'waiting') await noteWaiting(ctx, id, subject);
  tell(ctx, id, subject);
}

/** The same form goes on under another name, or under the caller as its approver. */
export async function putName(ctx: Ctx, id: string, subject: Subject, approver?: Approver): Promise<void> {
  const { sql } = ctx;
  const row = { subject_name: subject.name, updated_at: ctx.now(), ...(approver ? inForce(ctx, approver) : {}) };
  await sql`update standing_approvals set ${sql(row)} where id = ${id}`;
  tell(ctx, id, subject);
}

export function tell(ctx: Ctx, approvalId: string, { kind, id }: Pick<Subject, 'kind' | 'id'>): void {
  changed(ctx, 'approvals', [approvalId]);
  changed(ctx, kind === 'task' ? 'tasks' : 'checks', [id]);
  // It may run now, and its next time may be a day away.
  if (kind === 'check') ctx.emit({ type: 'checks.assigned', deviceIds: [], checkIds: [id] });
}
