import { z } from 'zod';
import type { Check, CheckQuery } from '../../schema/checks.ts';
import { Id, text } from '../../schema/common.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { envelope, JsonText } from '../json-text.ts';
import { assignedWithin } from '../policies/access.ts';
import { containing, type Fragment } from '../sql.ts';
import { checkVisible, requireVisible } from './access.ts';
import { checkColumns, checkJoins, reachOf } from './columns.ts';

/** A page of the checks that the caller sees, by name. A filter on something foreign gives nothing. @throws 400 invalid_cursor */
export async function list(ctx: Ctx, query: CheckQuery): Promise<JsonText<{ checks: Check[]; next_cursor?: string }>> {
  const { sql } = ctx;
  const { limit } = query;
  const where = filters(ctx, query).reduce((left, right) => sql`${left} and ${right}`, checkVisible(ctx));
  const [page] = await sql<{ json: string; last: [string, string] | null; more: boolean }[]>`
    with page as materialized (
      select c.id, lower(c.name) as key from checks c where ${where} order by lower(c.name), c.id limit ${limit + 1}
    ), shown as materialized (select id, key from page order by key, id limit ${limit}),
    reach as materialized (${reachOf(ctx, sql`select id from shown`)})
    select (select count(*) from page) > ${limit} as more,
      (select json_build_array(key, id) from shown order by key desc, id desc limit 1) as last,
      (select coalesce(json_agg(row_to_json(v) order by s.key, s.id), '[]')::text
       from shown s cross join lateral (
         select ${checkColumns(ctx, { texts: false })} from checks c ${checkJoins(ctx)} where c.id = s.id) v) as json`;
  if (!page) throw new Error('an aggregate returns a row');
  return envelope('checks', page.json, {
    next_cursor: page.more && page.last ? encodeCursor(page.last) : undefined,
  });
}

/** Conditions on `checks c`. */
function filters(ctx: Ctx, { agent_id, policy_id, client_id, type, q = '', cursor }: CheckQuery): Fragment[] {
  const { sql } = ctx;
  const conditions: Fragment[] = [];
  if (agent_id !== undefined) conditions.push(sql`c.agent_id = ${agent_id}`);
  if (policy_id !== undefined) conditions.push(sql`c.policy_id = ${policy_id}`);
  if (client_id !== undefined)
    conditions.push(sql`(c.agent_id in (select d.id from devices d where d.client_id = ${client_id})
      or c.policy_id in (select p.id from policies p where ${assignedWithin(ctx, client_id)}))`);
  if (type !== undefined) conditions.push(sql`c.type = ${type}`);
  const pattern = containing(q.trim());
  if (q.trim())
    conditions.push(sql`(c.name ilike ${pattern}
      or c.policy_id in (select p.id from policies p where p.name ilike ${pattern})
      or c.agent_id in (select d.id from devices d where d.hostname_key like lower(${pattern})))`);
  if (cursor !== undefined) {
    const [key, id] = decodeCursor(cursor, z.tuple([text(1000), Id]));
    conditions.push(sql`(lower(c.name), c.id) > (${key}, ${id}::uuid)`);
  }
  return conditions;
}

/** @throws 404 check_not_found, 403 out_of_scope */
export async function read(ctx: Ctx, id: string): Promise<JsonText<Check>> {
  const { sql } = ctx;
  await requireVisible(ctx, id);
  const [row] = await sql<{ json: string }[]>`
    with reach as materialized (${reachOf(ctx, sql`select ${id}::uuid`)})
    select row_to_json(v)::text as json
    from (select ${checkColumns(ctx, { texts: true })} from checks c ${checkJoins(ctx)} where c.id = ${id}) v`;
  if (!row) throw new Error('it was there a moment ago');
  return new JsonText(row.json);
}
