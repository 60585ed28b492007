import { z } from 'zod';
import { Id, text } from '../../schema/common.ts';
import type { Task, TaskQuery, TaskSummary } from '../../schema/tasks.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { envelope, JsonText } from '../json-text.ts';
import { notFound, outOfScope } from '../problem.ts';
import { deviceInScope } from '../scope.ts';
import { containing, type Fragment } from '../sql.ts';
import { requireVisible, taskVisible } from './access.ts';
import { taskColumns, taskJoins } from './columns.ts';

/** A page of the tasks that the caller sees, by name. A filter on something foreign gives nothing. @throws 400 invalid_cursor */
export async function list(
  ctx: Ctx,
  query: TaskQuery,
): Promise<JsonText<{ tasks: TaskSummary[]; next_cursor?: string }>> {
  const { sql } = ctx;
  const where = filters(ctx, query).reduce((left, right) => sql`${left} and ${right}`, taskVisible(ctx));
  const rows = await sql<{ key: string; id: string; json: string }[]>`
    select lower(t.name) as key, t.id, row_to_json(v)::text as json
    from tasks t ${taskJoins(ctx)} cross join lateral (select ${taskColumns(ctx)}) v
    where ${where} order by lower(t.name), t.id limit ${query.limit + 1}`;
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return envelope('tasks', `[${shown.map(({ json }) => json).join(',')}]`, {
    next_cursor: last && encodeCursor([last.key, last.id]),
  });
}

/** Conditions on `tasks t`. */
function filters({ sql }: Ctx, { agent_id, policy_id, q = '', cursor }: TaskQuery): Fragment[] {
  const conditions: Fragment[] = [];
  if (agent_id !== undefined) conditions.push(sql`t.agent_id = ${agent_id}`);
  if (policy_id !== undefined) conditions.push(sql`t.policy_id = ${policy_id}`);
  const pattern = containing(q.trim());
  if (q.trim())
    conditions.push(sql`(t.name ilike ${pattern}
      or t.policy_id in (select p.id from policies p where p.name ilike ${pattern})
      or t.agent_id in (select d.id from devices d where d.hostname_key like lower(${pattern})))`);
  if (cursor !== undefined) {
    const [key, id] = decodeCursor(cursor, z.tuple([text(1000), Id]));
    conditions.push(sql`(lower(t.name), t.id) > (${key}, ${id}::uuid)`);
  }
  return conditions;
}

/** @throws 404 task_not_found, 403 out_of_scope */
export async function read(ctx: Ctx, id: string): Promise<JsonText<Task>> {
  await requireVisible(ctx, id);
  const [row] = await ctx.sql<{ json: string }[]>`
    select row_to_json(v)::text as json
    from (select ${taskColumns(ctx)}, t.script from tasks t ${taskJoins(ctx)} where t.id = ${id}) v`;
  if (!row) throw notFound('task');
  return new JsonText(row.json);
}

/**
 * The enabled tasks that run on a device, its own first, then those that it inherits, by policy; with when each last went
 * out to it. @throws 404 device_not_found, 403 out_of_scope
 */
export async function onDevice(ctx: Ctx, deviceId: string): Promise<JsonText<{ tasks: TaskSummary[] }>> {
  const { sql } = ctx;
  const [device] = await sql<{ in_scope: boolean }[]>`
    select ${deviceInScope(ctx)} as in_scope from devices d where d.id = ${deviceId}`;
  if (!device) throw notFound('device');
  if (!device.in_scope) throw outOfScope('device');
  const lastHere = sql`(
    select coalesce(r.started_at, r.decided_at) from jobs r
    where r.task_id = t.id and r.agent_id = ${deviceId}
      and (r.started_at is not null or r.status not in ('awaiting_approval', 'rejected', 'cancelled', 'expired'))
    order by r.created_at desc limit 1)`;
  const [row] = await sql<{ json: string }[]>`
    select coalesce(json_agg(row_to_json(v) order by v.policy_id is not null, lower(v.policy_name), v.policy_id, lower(v.name), v.id),
      '[]')::text as json
    from (
      select ${taskColumns(ctx, lastHere)}
      from effective_tasks e join tasks t on t.id = e.task_id ${taskJoins(ctx)} where e.device_id = ${deviceId}
    ) v`;
  return envelope('tasks', row?.json ?? '[]');
}
