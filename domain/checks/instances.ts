import { z } from 'zod';
import type { CheckInstance, InstanceQuery } from '../../schema/checks.ts';
import { Id, text } from '../../schema/common.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { envelope, type JsonText } from '../json-text.ts';
import { deviceInScope } from '../scope.ts';
import { containing, type Fragment } from '../sql.ts';
import { requireVisible } from './access.ts';

/**
 * The check on each device in scope where it runs, by hostname; also where its instance is still to be made, as unknown.
 * A disabled check runs nowhere. @throws 404, 403 out_of_scope, 400 invalid_cursor
 */
export async function list(
  ctx: Ctx,
  id: string,
  query: InstanceQuery,
): Promise<JsonText<{ instances: CheckInstance[]; next_cursor?: string }>> {
  const { sql } = ctx;
  const { limit } = query;
  await requireVisible(ctx, id);
  const where = filters(ctx, query).reduce((left, right) => sql`${left} and ${right}`, deviceInScope(ctx));
  const [page] = await sql<{ json: string; last: [string, string] | null; more: boolean }[]>`
    with check_row as materialized (select agent_id, policy_id from checks where id = ${id} and enabled),
    runs_on as materialized (
      select agent_id as device_id from check_row where agent_id is not null
      union all
      select p.device_id from policy_devices p where p.policy_id = (select policy_id from check_row)
    ), page as materialized (
      select d.id, d.hostname_key as key from runs_on r join devices d on d.id = r.device_id
      left join check_instances i on i.device_id = d.id and i.check_id = ${id}
      where ${where} order by d.hostname_key, d.id limit ${limit + 1}
    ), shown as materialized (select id, key from page order by key, id limit ${limit})
    select (select count(*) from page) > ${limit} as more,
      (select json_build_array(key, id) from shown order by key desc, id desc limit 1) as last,
      (select coalesce(json_agg(row_to_json(v) order by s.key, s.id), '[]')::text
       from shown s cross join lateral (
         select ${id}::uuid as check_id, d.id as agent_id, d.hostname as agent_hostname, c.name as client_name, t.name as site_name,
           d.status as device_status, ${stateColumns(ctx)}
         from devices d left join clients c on c.id = d.client_id left join sites t on t.id = d.site_id
         left join check_instances i on i.device_id = d.id and i.check_id = ${id}
         where d.id = s.id) v) as json`;
  if (!page) throw new Error('an aggregate returns a row');
  return envelope('instances', page.json, {
    next_cursor: page.more && page.last ? encodeCursor(page.last) : undefined,
  });
}

/** State from `check_instances i`, which may be missing. */
const stateColumns = ({ sql }: Ctx): Fragment => sql`
  coalesce(i.status, 'unknown') as status, coalesce(i.failures, 0) as consecutive_failures,
  coalesce(i.successes, 0) as consecutive_successes, coalesce(i.timeouts, 0) as consecutive_timeouts,
  i.last_value, i.last_output, rfc3339(i.last_result_at) as last_result_at,
  case when i.execution_id is not null then json_build_object('execution_id', i.execution_id,
    'sent_at', rfc3339(i.sent_at), 'deadline_at', rfc3339(i.deadline_at)) end as pending`;

/** Conditions on `devices d` and `check_instances i`. */
function filters({ sql }: Ctx, { agent_id, status, client_id, q = '', cursor }: InstanceQuery): Fragment[] {
  const conditions: Fragment[] = [];
  if (agent_id !== undefined) conditions.push(sql`d.id = ${agent_id}`);
  if (status !== undefined) conditions.push(sql`coalesce(i.status, 'unknown') = ${status}`);
  if (client_id !== undefined) conditions.push(sql`d.client_id = ${client_id}`);
  if (q.trim()) conditions.push(sql`d.hostname_key like lower(${containing(q.trim())})`);
  if (cursor !== undefined) {
    const [key, id] = decodeCursor(cursor, z.tuple([text(2000), Id]));
    conditions.push(sql`(d.hostname_key, d.id) > (${key}::text, ${id}::uuid)`);
  }
  return conditions;
}
