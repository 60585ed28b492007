/** What belongs to a device or to a policy, checks and tasks alike: who sees it, who changes it, and how it is held. */
import type { Ctx } from '../context.ts';
import { notFound, outOfScope } from '../problem.ts';
import { deviceInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';
import { holdPolicy, policyChangeable, policyVisible } from './access.ts';

export interface Owner {
  agent_id: string | null;
  policy_id: string | null;
}

/** Their names, for the audit trail. */
export interface OwnerNames {
  device: string | null;
  policy: string | null;
}

type Owned = 'checks' | 'tasks';
const nouns = { checks: 'check', tasks: 'task' } as const;

/** SQL condition on a row under this alias: of a device in scope, or of a policy that the caller sees. */
export function ownedVisible(ctx: Ctx, alias: string): Fragment {
  const { sql, scope } = ctx;
  if (scope.unscoped) return sql`true`;
  return sql`(${sql(alias)}.agent_id in (select d.id from devices d where ${deviceInScope(ctx)})
    or ${sql(alias)}.policy_id in (select p.id from policies p where ${policyVisible(ctx)}))`;
}

/** SQL condition on a row under this alias: everything on which it runs is in the caller's scope. */
export function ownedChangeable(ctx: Ctx, alias: string): Fragment {
  const { sql, scope } = ctx;
  if (scope.unscoped) return sql`true`;
  return sql`(exists (select 1 from devices d where d.id = ${sql(alias)}.agent_id and ${deviceInScope(ctx)})
    or exists (select 1 from policies p where p.id = ${sql(alias)}.policy_id and ${policyChangeable(ctx)}))`;
}

/**
 * Holds the device or the policy that something belongs to, if the caller may change what runs there; before the thing's own
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
 * The thing's row, locked after its owner. Whom it belongs to never changes, so it is read first.
 * @throws 404 check_not_found or task_not_found, 403 out_of_scope
 */
export async function holdOwned(ctx: Ctx, table: Owned, id: string): Promise<OwnerNames & Owner> {
  const { sql } = ctx;
  const [owner] = await sql<Owner[]>`select agent_id, policy_id from ${sql(table)} where id = ${id}`;
  if (!owner) throw notFound(nouns[table]);
  const names = await holdOwner(ctx, owner);
  const [held] = await sql`select 1 from ${sql(table)} where id = ${id} for update`;
  if (!held) throw notFound(nouns[table]);
  return { ...names, ...owner };
}

/** @throws 404 check_not_found or task_not_found, 403 out_of_scope unless the caller may see it */
export async function requireOwnedVisible(ctx: Ctx, table: Owned, id: string): Promise<void> {
  const { sql } = ctx;
  const [row] = await sql<{ visible: boolean }[]>`
    select ${ownedVisible(ctx, 'o')} as visible from ${sql(table)} o where o.id = ${id}`;
  if (!row) throw notFound(nouns[table]);
  if (!row.visible) throw outOfScope(nouns[table]);
}
