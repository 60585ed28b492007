import type { Ctx } from '../context.ts';
import { holdPolicy, policyChangeable, policyVisible } from '../policies/access.ts';
import { notFound, outOfScope } from '../problem.ts';
import { deviceInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';

/** SQL condition on `tasks t`: of a device in scope, or of a policy that the caller sees. */
export function taskVisible(ctx: Ctx): Fragment {
  const { sql, scope } = ctx;
  if (scope.unscoped) return sql`true`;
  return sql`(t.agent_id in (select d.id from devices d where ${deviceInScope(ctx)})
    or t.policy_id in (select p.id from policies p where ${policyVisible(ctx)}))`;
}

/** SQL condition on `tasks t`: everything on which it runs is in the caller's scope. */
export function taskChangeable(ctx: Ctx): Fragment {
  const { sql, scope } = ctx;
  if (scope.unscoped) return sql`true`;
  return sql`(exists (select 1 from devices d where d.id = t.agent_id and ${deviceInScope(ctx)})
    or exists (select 1 from policies p where p.id = t.policy_id and ${policyChangeable(ctx)}))`;
}

export interface Owner {
  agent_id: string | null;
  policy_id: string | null;
}

/** Their names, for the audit trail. */
export interface OwnerNames {
  device: string | null;
  policy: string | null;
}

/**
 * Holds the device or the policy that a task belongs to, if the caller may change what runs there; before the task's own
 * row. @throws 404 device_not_found, policy_not_found; 403 out_of_scope
 */
export async function holdOwner(ctx: Ctx, { agent_id, policy_id }: Owner): Promise<OwnerNames> {
  if (policy_id !== null) return { device: null, policy: (await holdPolicy(ctx, policy_id)).name };
  await ctx.sql`select id from devices where id = ${agent_id} for key share`;
  const [device] = await ctx.sql<{ hostname: string; in_scope: boolean }[]>`
    select d.hostname, ${deviceInScope(ctx)} as in_scope from devices d where d.id = ${agent_id}`;
  if (!device) throw notFound('device');
  if (!device.in_scope) throw outOfScope('device');
  return { device: device.hostname, policy: null };
}

/** The task's row, locked after its owner, which never changes. @throws 404 task_not_found, 403 out_of_scope */
export async function holdTask(ctx: Ctx, id: string): Promise<OwnerNames & Owner> {
  const [owner] = await ctx.sql<Owner[]>`select agent_id, policy_id from tasks where id = ${id}`;
  if (!owner) throw notFound('task');
  const names = await holdOwner(ctx, owner);
  const [task] = await ctx.sql`select 1 from tasks where id = ${id} for update`;
  if (!task) throw notFound('task');
  return { ...names, ...owner };
}

/** @throws 404 task_not_found, 403 out_of_scope unless the caller may see it */
export async function requireVisible(ctx: Ctx, id: string): Promise<void> {
  const [task] = await ctx.sql<{ visible: boolean }[]>`
    select ${taskVisible(ctx)} as visible from tasks t where t.id = ${id}`;
  if (!task) throw notFound('task');
  if (!task.visible) throw outOfScope('task');
}
