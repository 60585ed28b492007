import { z } from 'zod';
import { Id, text } from '../../schema/common.ts';
import type { Policy, PolicyQuery } from '../../schema/policies.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { envelope, JsonText } from '../json-text.ts';
import { containing, type Fragment } from '../sql.ts';
import { joinTarget } from '../users/scope-placement.ts';
import { assignedWithin, assignmentVisible, policyChangeable, policyVisible, requireVisible } from './access.ts';
import { reachedDevices } from './reach.ts';

/** A policy as schema/policies.ts shapes it, from `policies p`. Counts are of what the caller may see. */
function columns(ctx: Ctx): Fragment {
  const { sql } = ctx;
  return sql`
    p.id, p.name, p.description,
    (select count(*)::int from checks c where c.policy_id = p.id) as checks,
    (select count(*)::int from tasks t where t.policy_id = p.id) as tasks,
    ${reachedDevices(ctx)} as devices,
    (select count(*)::int from policy_assignments x ${joinTarget(sql)}
     where x.policy_id = p.id and ${assignmentVisible(ctx)}) as assignments,
    ${policyChangeable(ctx)} as changeable,
    rfc3339(p.created_at) as created_at, rfc3339(p.updated_at) as updated_at`;
}

/** A page of the policies that the caller sees, by name. @throws 400 invalid_cursor */
export async function list(
  ctx: Ctx,
  query: PolicyQuery,
): Promise<JsonText<{ policies: Policy[]; next_cursor?: string }>> {
  const { sql } = ctx;
  const { limit } = query;
  const where = filters(ctx, query).reduce((left, right) => sql`${left} and ${right}`, policyVisible(ctx));
  const [page] = await sql<{ json: string; last: [string, string] | null; more: boolean }[]>`
    with page as materialized (
      select p.id, lower(p.name) as key from policies p where ${where} order by lower(p.name), p.id limit ${limit + 1}
    ), shown as materialized (select id, key from page order by key, id limit ${limit})
    select (select count(*) from page) > ${limit} as more,
      (select json_build_array(key, id) from shown order by key desc, id desc limit 1) as last,
      (select coalesce(json_agg(row_to_json(r) order by s.key, s.id), '[]')::text
       from shown s cross join lateral (select ${columns(ctx)} from policies p where p.id = s.id) r) as json`;
  if (!page) throw new Error('an aggregate returns a row');
  return envelope('policies', page.json, {
    next_cursor: page.more && page.last ? encodeCursor(page.last) : undefined,
  });
}

/** Conditions on `policies p`. */
function filters(ctx: Ctx, { q = '', client_id, cursor }: PolicyQuery): Fragment[] {
  const { sql } = ctx;
  const conditions: Fragment[] = [];
  if (client_id !== undefined) conditions.push(assignedWithin(ctx, client_id));
  if (q.trim()) conditions.push(sql`p.name ilike ${containing(q.trim())}`);
  if (cursor !== undefined) {
    const [key, id] = decodeCursor(cursor, z.tuple([text(1000), Id]));
    conditions.push(sql`(lower(p.name), p.id) > (${key}, ${id}::uuid)`);
  }
  return conditions;
}

/** @throws 404 policy_not_found, 403 out_of_scope */
export async function read(ctx: Ctx, id: string): Promise<JsonText<Policy>> {
  await requireVisible(ctx, id);
  const [row] = await ctx.sql<{ json: string }[]>`
    select row_to_json(r)::text as json from (select ${columns(ctx)} from policies p where p.id = ${id}) r`;
  if (!row) throw new Error('it was there a moment ago');
  return new JsonText(row.json);
}
