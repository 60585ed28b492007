import { z } from 'zod';
import type { Alert, AlertEvent } from '../../schema/alerts.ts';
import { Id, type Page, Timestamp } from '../../schema/common.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { envelope, JsonText } from '../json-text.ts';
import { notFound, outOfScope } from '../problem.ts';
import { recordInScope } from '../scope.ts';
import type { Fragment, Sql } from '../sql.ts';
import { alertColumns, alertJoins } from './columns.ts';

/** One alert with what became of it. @throws 404 alert_not_found, 403 out_of_scope */
export async function read(ctx: Ctx, id: string): Promise<JsonText<Alert>> {
  const [row] = await ctx.sql<{ in_scope: boolean; json: string }[]>`
    select in_scope, row_to_json(j)::text as json
    from alerts r ${alertJoins(ctx)}
    cross join lateral (select ${recordInScope(ctx)} as in_scope) asked
    cross join lateral (select ${alertColumns(ctx)}) j
    where r.id = ${id}`;
  if (!row) throw notFound('alert');
  if (!row.in_scope) throw outOfScope('alert');
  return new JsonText(row.json);
}

/** The timeline of an alert, newest entry first. @throws 404, 403 out_of_scope, 400 invalid_cursor */
export async function events(
  ctx: Ctx,
  id: string,
  { limit, cursor }: Page,
): Promise<JsonText<{ events: AlertEvent[] }>> {
  const { sql } = ctx;
  await assertVisible(ctx, id);
  const before = cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([Timestamp, Id]));
  const rows = await sql<{ id: string; at: string; json: string }[]>`
    select e.id, rfc3339(e.at) as at, ${eventJson(sql)} as json
    from alert_events e
    where e.alert_id = ${id} ${before ? sql`and (e.at, e.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)` : sql``}
    order by e.at desc, e.id desc limit ${limit + 1}`;
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return envelope('events', `[${shown.map(({ json }) => json).join(',')}]`, {
    next_cursor: last && encodeCursor([last.at, last.id]),
  });
}

/** @throws 404 alert_not_found, 403 out_of_scope */
export async function assertVisible(ctx: Ctx, id: string): Promise<{ title: string; agent_hostname: string }> {
  const [row] = await ctx.sql<{ title: string; agent_hostname: string; in_scope: boolean }[]>`
    select r.title, coalesce(d.hostname, r.agent_hostname) as agent_hostname, ${recordInScope(ctx)} as in_scope
    from alerts r left join devices d on d.id = r.agent_id where r.id = ${id}`;
  if (!row) throw notFound('alert');
  if (!row.in_scope) throw outOfScope('alert');
  return row;
}

/** An entry that the caller has just added. */
export async function readEvent({ sql }: Ctx, id: string): Promise<JsonText<AlertEvent>> {
  const [row] = await sql<{ json: string }[]>`select ${eventJson(sql)} as json from alert_events e where e.id = ${id}`;
  return new JsonText(row?.json ?? '');
}

const eventJson = (sql: Sql): Fragment => sql`
  json_build_object('id', e.id, 'alert_id', e.alert_id, 'kind', e.kind, 'actor', e.actor, 'note', e.note,
    'details', e.details, 'at', rfc3339(e.at))::text`;
