import type { Ctx } from '../context.ts';
import { notFound, outOfScope } from '../problem.ts';
import { deviceInScope, placementInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';
import { joinTarget, targetPlacement } from '../users/scope-placement.ts';

/** SQL condition on `policy_assignments x` with joinTarget: the caller manages the place, and everything that will ever be in it. */
const placeManaged = (ctx: Pick<Ctx, 'sql' | 'scope'>): Fragment => placementInScope(ctx, targetPlacement);

/** The same, or a device in scope is there now. */
export function assignmentVisible(ctx: Pick<Ctx, 'sql' | 'scope'>): Fragment {
  const { sql, scope } = ctx;
  if (scope.unscoped) return sql`true`;
  return sql`(${placeManaged(ctx)} or (x.scope_type, x.scope_id) in (
    select v.scope_type, v.scope_id from devices d
    cross join lateral (values ('client', d.client_id), ('site', d.site_id), ('group', d.group_id), ('agent', d.id)) v (scope_type, scope_id)
    where ${deviceInScope(ctx)}))`;
}

/** SQL condition on `policies p`: it reaches a place or a device in scope; one that reaches nothing is seen by who made it. */
export function policyVisible(ctx: Ctx): Fragment {
  const { sql, scope } = ctx;
  if (scope.unscoped) return sql`true`;
  return sql`(p.id in (select x.policy_id from policy_assignments x ${joinTarget(sql)} where ${assignmentVisible(ctx)})
    or ${madeAndUnassigned(ctx)})`;
}

/**
 * SQL condition on `policies p`: every place that it reaches is managed by the caller (CONTRACT.md, Access). Places and not
 * devices, because what comes there tomorrow is reached as well. One that reaches nothing belongs to who made it, so that a
 * scoped caller can make one and assign it; and to callers without scope.
 */
export function policyChangeable(ctx: Ctx): Fragment {
  const { sql, scope } = ctx;
  if (scope.unscoped) return sql`true`;
  return sql`(${madeAndUnassigned(ctx)} or (
    exists (select 1 from policy_assignments x where x.policy_id = p.id)
    and not exists (
      select 1 from policy_assignments x ${joinTarget(sql)}
      where x.policy_id = p.id and (${placeManaged(ctx)}) is not true)))`;
}

/** SQL condition on `policies p`: it is assigned to the company or to something in it, in a way that the caller may see. */
export const assignedWithin = (ctx: Ctx, clientId: string): Fragment => ctx.sql`p.id in (
  select x.policy_id from policy_assignments x ${joinTarget(ctx.sql)}
  where coalesce(c.id, s.client_id, g.client_id, d.client_id) = ${clientId} and ${assignmentVisible(ctx)})`;

const madeAndUnassigned = ({ sql, actor }: Ctx): Fragment => sql`(
  p.created_by is not distinct from ${actor.userId}::uuid and p.created_by is not null
  and not exists (select 1 from policy_assignments x where x.policy_id = p.id))`;

/** A policy that nobody else changes, assigns or gives checks to until the transaction ends. */
export interface HeldPolicy {
  id: string;
  name: string;
  description: string;
}

/**
 * Holds the policy, if the caller may change it. Judged in a second statement, because the first may have waited for
 * somebody who assigned it. Organisation and devices are locked before this, rows of checks and tasks after.
 * @throws 404 policy_not_found, 403 out_of_scope
 */
export async function holdPolicy(ctx: Ctx, id: string): Promise<HeldPolicy> {
  const [policy] = await ctx.sql<HeldPolicy[]>`
    select id, name, description from policies where id = ${id} for no key update`;
  if (!policy) throw notFound('policy');
  const [judged] = await ctx.sql<{ changeable: boolean }[]>`
    select ${policyChangeable(ctx)} as changeable from policies p where p.id = ${id}`;
  if (!judged?.changeable) throw outOfScope('policy');
  return policy;
}

/** @throws 404 policy_not_found, 403 out_of_scope unless the caller may see it */
export async function requireVisible(ctx: Ctx, id: string): Promise<void> {
  const [policy] = await ctx.sql<{ visible: boolean }[]>`
    select ${policyVisible(ctx)} as visible from policies p where p.id = ${id}`;
  if (!policy) throw notFound('policy');
  if (!policy.visible) throw outOfScope('policy');
}
