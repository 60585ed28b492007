import { z } from 'zod';
import { Id, type Page } from '../../schema/common.ts';
import type { AssignmentCreate, PolicyAssignment } from '../../schema/policies.ts';
import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { envelope, type JsonText } from '../json-text.ts';
import { conflict, notFound } from '../problem.ts';
import { deviceInScope } from '../scope.ts';
import { type Fragment, violatedConstraint } from '../sql.ts';
import { mayWiden } from '../standing-approvals/widen.ts';
import { joinTarget } from '../users/scope-placement.ts';
import { assignmentVisible, holdPolicy, requireVisible } from './access.ts';
import { holdPlace } from './places.ts';

/** An assignment as schema/policies.ts shapes it, from `policy_assignments x` with joinTarget. */
function columns(ctx: Ctx): Fragment {
  const { sql } = ctx;
  const devices = (column: Fragment) => sql`(
    select count(*)::int from devices d where d.${column} = x.scope_id and ${deviceInScope(ctx)})`;
  return sql`
    x.id, x.policy_id, x.scope_type, x.scope_id, coalesce(c.name, s.name, g.name, d.hostname) as name,
    case when x.scope_type <> 'client'
      then (select name from clients where id = coalesce(s.client_id, g.client_id, d.client_id)) end as client_name,
    case when x.scope_type in ('group', 'agent')
      then (select name from sites where id = coalesce(g.site_id, d.site_id)) end as site_name,
    case x.scope_type when 'client' then ${devices(sql`client_id`)} when 'site' then ${devices(sql`site_id`)}
      when 'group' then ${devices(sql`group_id`)} else ${devices(sql`id`)} end as devices,
    rfc3339(x.created_at) as created_at`;
}

/** Where the policy is assigned, as far as the caller may see, oldest first. @throws 404, 403, 400 invalid_cursor */
export async function list(
  ctx: Ctx,
  policyId: string,
  { limit, cursor }: Page,
): Promise<JsonText<{ assignments: PolicyAssignment[]; next_cursor?: string }>> {
  const { sql } = ctx;
  await requireVisible(ctx, policyId);
  const after = cursor === undefined ? sql`true` : sql`x.id > ${decodeCursor(cursor, z.tuple([Id]))[0]}::uuid`;
  const [page] = await sql<{ json: string; last: string | null; more: boolean }[]>`
    with page as materialized (
      select x.id from policy_assignments x ${joinTarget(sql)}
      where x.policy_id = ${policyId} and ${after} and ${assignmentVisible(ctx)} order by x.id limit ${limit + 1}
    ), shown as materialized (select id from page order by id limit ${limit})
    select (select count(*) from page) > ${limit} as more, (select max(id::text) from shown) as last,
      (select coalesce(json_agg(r order by r.id), '[]')::text from (
         select ${columns(ctx)} from policy_assignments x ${joinTarget(sql)} where x.id in (select id from shown)) r) as json`;
  if (!page) throw new Error('an aggregate returns a row');
  return envelope('assignments', page.json, {
    next_cursor: page.more && page.last ? encodeCursor([page.last]) : undefined,
  });
}

/**
 * Assigns the policy to a place: what is in it, and what comes there, runs its checks and tasks.
 * @throws 404 for the policy or the place, 403 out_of_scope for either, 403 jobs_manage_required where it would widen what a
 *   standing approval covers, 409 already_assigned
 */
export async function add(ctx: Ctx, policyId: string, wanted: AssignmentCreate): Promise<PolicyAssignment> {
  const { sql } = ctx;
  const { scope_type, scope_id } = wanted;
  const [known] = await sql`select 1 from policies where id = ${policyId}`;
  if (!known) throw notFound('policy');
  const place = await holdPlace(ctx, wanted);
  const { name } = await holdPolicy(ctx, policyId);
  await mayWiden(ctx, policyId);
  const [row] = await sql<{ id: string }[]>`
    insert into policy_assignments (policy_id, scope_type, scope_id) values (${policyId}, ${scope_type}, ${scope_id})
    returning id`.catch(alreadyAssigned(place.name));
  const [made] = await sql<PolicyAssignment[]>`
    select ${columns(ctx)} from policy_assignments x ${joinTarget(sql)} where x.id = ${row?.id ?? ''}`;
  if (!made) throw new Error('it was inserted a moment ago');
  await ctx.audit('policy.assign', { id: policyId, name }, { scope_type, place: place.name, devices: made.devices });
  changed(ctx, 'policies', [policyId]);
  return made;
}

const alreadyAssigned = (place: string) => (error: unknown) => {
  if (violatedConstraint(error) === 'policy_assignments_policy_id_scope_type_scope_id_key')
    throw conflict('already_assigned', `The policy is assigned to ${place} already.`);
  throw error;
};

/** Takes the policy away from a place. @throws 404 assignment_not_found, 403 out_of_scope for the policy */
export async function remove(ctx: Ctx, id: string): Promise<void> {
  const { sql } = ctx;
  const [assignment] = await sql<{ policy_id: string }[]>`select policy_id from policy_assignments where id = ${id}`;
  if (!assignment) throw notFound('assignment');
  const { id: policyId, name } = await holdPolicy(ctx, assignment.policy_id);
  const [gone] = await sql<{ scope_type: string; place: string | null }[]>`
    with x as (delete from policy_assignments where id = ${id} returning scope_type, scope_id)
    select x.scope_type, coalesce(c.name, s.name, g.name, d.hostname) as place from x ${joinTarget(sql)}`;
  if (!gone) throw notFound('assignment');
  await ctx.audit('policy.unassign', { id: policyId, name }, { scope_type: gone.scope_type, place: gone.place ?? '' });
  changed(ctx, 'policies', [policyId]);
}
