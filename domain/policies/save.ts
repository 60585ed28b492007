import type { Policy, PolicyCreate, PolicyUpdate } from '../../schema/policies.ts';
import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';
import type { JsonText } from '../json-text.ts';
import { dropStanding } from '../standing-approvals/keep.ts';
import { holdPolicy } from './access.ts';
import { read } from './list.ts';

/** A policy that reaches nothing yet. */
export async function create(ctx: Ctx, { name, description }: PolicyCreate): Promise<JsonText<Policy>> {
  const [row] = await ctx.sql<{ id: string }[]>`
    insert into policies (name, description, created_by) values (${name}, ${description}, ${ctx.actor.userId}) returning id`;
  const id = row?.id ?? '';
  await ctx.audit('policy.create', { id, name }, {});
  changed(ctx, 'policies', [id]);
  return read(ctx, id);
}

/** Names and describes it anew; what it runs and where stays. @throws 404, 403 out_of_scope */
export async function edit(ctx: Ctx, id: string, update: PolicyUpdate): Promise<JsonText<Policy>> {
  const before = await holdPolicy(ctx, id);
  const { name, description } = { ...before, ...update };
  const description_changed = description !== before.description;
  if (name !== before.name || description_changed) {
    await ctx.sql`
      update policies set name = ${name}, description = ${description}, updated_at = ${ctx.now()} where id = ${id}`;
    await ctx.audit('policy.update', { id, name }, { from: before.name, description_changed });
    changed(ctx, 'policies', [id]);
  }
  return read(ctx, id);
}

/** Deletes it with its checks, its tasks and its assignments. @throws 404, 403 out_of_scope */
export async function remove(ctx: Ctx, id: string): Promise<void> {
  const { sql } = ctx;
  const { name } = await holdPolicy(ctx, id);
  const checks = await sql<{ id: string }[]>`select id from checks where policy_id = ${id} order by id for update`;
  const tasks = await sql<{ id: string }[]>`select id from tasks where policy_id = ${id} order by id for update`;
  const checkIds = checks.map((check) => check.id);
  const taskIds = tasks.map((task) => task.id);
  await dropStanding(ctx, 'check', checkIds);
  await dropStanding(ctx, 'remediation', checkIds);
  await dropStanding(ctx, 'task', taskIds);
  const { count: assignments } = await sql`delete from policy_assignments where policy_id = ${id}`;
  await sql`delete from policies where id = ${id}`;
  await ctx.audit('policy.delete', { id, name }, { checks: checks.length, tasks: tasks.length, assignments });
  changed(ctx, 'policies', [id]);
  changed(ctx, 'checks', checkIds);
  changed(ctx, 'tasks', taskIds);
}
