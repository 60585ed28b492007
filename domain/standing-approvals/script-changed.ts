import type { Ctx } from '../context.ts';
import { Problem } from '../problem.ts';
import { type StandingState, suspend } from './keep.ts';
import { readSubjects, type Subject } from './subjects.ts';
import { putWaiting } from './write.ts';

interface Stored {
  id: string;
  subject_kind: string;
  subject_id: string;
  state: StandingState;
  form_sha256: string;
}

/**
 * What names this library script may run something else now: each form that differs waits, also when the editor may
 * approve, because the edit shows nobody what it is used for. Called in the transaction of the script's save, after the
 * write and whatever was changed: what runs the same stays approved. The endpoint declares `standing_approval.request`.
 * @returns how many wait now that did not, or that wait with another form
 */
export async function scriptChanged(ctx: Ctx, scriptId: string): Promise<number> {
  if (!ctx.work.inTransaction) throw new Error('scriptChanged needs the transaction of the save');
  const subjects = await readSubjects(ctx, ctx.sql`s.script_id = ${scriptId}::uuid`);
  if (subjects.length === 0) return 0;
  const stored = await ctx.sql<Stored[]>`
    select s.id, s.subject_kind, s.subject_id, s.state, s.form_sha256 from standing_approvals s
    where s.subject_id = any(${subjects.map(({ id }) => id)}::uuid[])
    order by s.subject_kind, s.subject_id for update`;
  let waiting = 0;
  for (const subject of subjects) {
    const before = stored.find((one) => one.subject_kind === subject.kind && one.subject_id === subject.id);
    if (await judge(ctx, subject, before)) waiting += 1;
  }
  return waiting;
}

async function judge(ctx: Ctx, subject: Subject, before: Stored | undefined): Promise<boolean> {
  const { runs } = subject;
  if (runs instanceof Problem) {
    if (before) await suspend(ctx, subject, before);
    return before !== undefined && before.state !== 'waiting';
  }
  if (before?.form_sha256 === runs.formSha256) return false;
  await putWaiting(ctx, subject, runs, 'script_changed');
  return true;
}
