import type { Ctx } from '../context.ts';
import { holdPolicy, policyChangeable, policyVisible } from '../policies/access.ts';
import { notFound, outOfScope } from '../problem.ts';
import { deviceInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';

/** SQL condition on `checks c`: on a device in scope, or on a policy that the caller sees. */
export function checkVisible(ctx: Ctx): Fragment {
  const { sql, scope } = ctx;
  if (scope.unscoped) return sql`true`;
  return sql`(c.agent_id in (select d.id from devices d where ${deviceInScope(ctx)})
    or c.policy_id in (select p.id from policies p where ${policyVisible(ctx)}))`;
}

/** SQL condition on `checks c`: everything on which it runs is in the caller's scope. */
export function checkChangeable(ctx: Ctx): Fragment {
  const { sql, scope } = ctx;
  if (scope.unscoped) return sql`true`;
  return sql`(exists (select 1 from devices d where d.id = c.agent_id and ${deviceInScope(ctx)})
    or exists (select 1 from policies p where p.id = c.policy_id and ${policyChangeable(ctx)}))`;
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
 * Holds the device or the policy that a check belongs to, if the caller may change what runs there; before the check's own
 * row. A device is held against its deletion and against moves, so that it is judged by where it is.
 * @throws 404 device_not_found, policy_not_found; 403 out_of_scope
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

/**
 * The check's row, locked after its owner. Whom a check belongs to never changes, so it is read first.
 * @throws 404 check_not_found, 403 out_of_scope
 */
export async function holdCheck(ctx: Ctx, id: string): Promise<OwnerNames & Owner> {
  const [owner] = await ctx.sql<Owner[]>`select agent_id, policy_id from checks where id = ${id}`;
  if (!owner) throw notFound('check');
  const names = await holdOwner(ctx, owner);
  const [check] = await ctx.sql`select 1 from checks where id = ${id} for update`;
  if (!check) throw notFound('check');
  return { ...names, ...owner };
}

/** @throws 404 check_not_found, 403 out_of_scope unless the caller may see it */
export async function requireVisible(ctx: Ctx, id: string): Promise<void> {
  const [check] = await ctx.sql<{ visible: boolean }[]>`
    select ${checkVisible(ctx)} as visible from checks c where c.id = ${id}`;
  if (!check) throw notFound('check');
  if (!check.visible) throw outOfScope('check');
}
