import type { Ctx } from '../context.ts';
import { Problem } from '../problem.ts';
import { changesSomething } from './effects.ts';
import { mayApprove } from './may-approve.ts';
import { subjectRows } from './subjects.ts';

/**
 * A policy that holds something approved, or checks that change something (checks/save.ts), reaches further only by somebody who may approve
 * (CONTRACT.md, Standing approval). Called before an assignment is added, in its transaction. @throws 403 jobs_manage_required
 */
export async function mayWiden(ctx: Ctx, policyId: string): Promise<void> {
  if (!ctx.work.inTransaction) throw new Error('mayWiden needs the transaction of the assignment');
  await holdPolicy(ctx, policyId);
  if (mayApprove(ctx)) return;
  const [held] = await ctx.sql<{ name: string }[]>`
    select s.name from ${subjectRows(ctx)} s
    join standing_approvals a on a.subject_kind = s.kind and a.subject_id = s.id and a.state = 'approved'
    where s.policy_id = ${policyId}
    union all
    select c.name from checks c
    where c.policy_id = ${policyId} and ${changesSomething(ctx)} limit 1`;
  // What waits was approved for fewer devices: a save that brings its form back is no approval for more (keep.ts).
  if (!held)
    return void (await ctx.sql`
      update standing_approvals a set approved_form_sha256 = null from ${subjectRows(ctx)} s
      where s.policy_id = ${policyId} and a.subject_kind = s.kind and a.subject_id = s.id and a.state <> 'approved'`);
  throw new Problem(
    403,
    'jobs_manage_required',
    `What this policy runs has been approved for the devices that it reaches (${held.name}); more devices need the permission jobs.manage.`,
  );
}

/** Whoever approves something of a policy, and whoever widens it, take turns: neither decides on what the other is changing. */
export async function holdPolicy({ sql }: Ctx, policyId: string | null): Promise<void> {
  if (policyId !== null) await sql`select id from policies where id = ${policyId} for no key update`;
}
