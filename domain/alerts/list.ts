import { z } from 'zod';
import type { Alert, AlertQuery } from '../../schema/alerts.ts';
import { Id, Timestamp } from '../../schema/common.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { envelope, type JsonText } from '../json-text.ts';
import { deviceInScope, recordInScope } from '../scope.ts';
import { containing, type Fragment } from '../sql.ts';
import { alertColumns, alertJoins } from './columns.ts';

/** Alerts in the caller's scope, the last raised first; repeats move nothing. @throws 400 invalid_cursor */
export async function list(ctx: Ctx, query: AlertQuery): Promise<JsonText<{ alerts: Alert[] }>> {
  const positions = await newest(ctx, query, query.limit + 1);
  const shown = positions.slice(0, query.limit);
  const last = positions.length > query.limit ? shown.at(-1) : undefined;
  const json = await asJson(
    ctx,
    shown.map(({ id }) => id),
  );
  return envelope('alerts', json, { next_cursor: last && encodeCursor([last.raised_at, last.id]) });
}

/** These alerts as they are now, in this order, as a JSON array. Nothing is asked about scope: the caller has. */
export async function asJson(ctx: Ctx, ids: string[]): Promise<string> {
  const { sql } = ctx;
  if (ids.length === 0) return '[]';
  const [row] = await sql<{ json: string }[]>`
    select coalesce(json_agg(row_to_json(j) order by p.place), '[]')::text as json
    from unnest(${ids}::uuid[]) with ordinality p (id, place)
    cross join lateral (select ${alertColumns(ctx)} from alerts r ${alertJoins(ctx)} where r.id = p.id) j`;
  return row?.json ?? '[]';
}

interface Position {
  id: string;
  raised_at: string;
}

/** Up to so many devices are asked for their own alerts; an index leads to those. */
const FEW_DEVICES = 300;

/**
 * Whose alert it is follows from where its device is now, so no index of the alerts leads to those of a place. Of few
 * devices the alerts are looked up by device; of many, the newest alerts of all soon fill a page.
 */
async function newest(ctx: Ctx, query: AlertQuery, count: number): Promise<Position[]> {
  const { sql } = ctx;
  const placed = !ctx.scope.unscoped || query.client_id || query.site_id || query.group_id;
  const few = placed && !query.agent_id ? await devicesIfFew(ctx, query) : undefined;
  const from = few ? sql`(r.agent_id = any(${few}::uuid[]) or r.device_deleted)` : sql`true`;
  const conditions = [...ofAlert(ctx, query), from, recordInScope(ctx), ...ofPlace(ctx, query, whereItWas(ctx))];
  const where = conditions.reduce((left, right) => sql`${left} and ${right}`);
  return sql<Position[]>`
    select r.id, rfc3339(r.raised_at) as raised_at from alerts r left join devices d on d.id = r.agent_id
    where ${where} order by r.raised_at desc, r.id desc limit ${count}`;
}

async function devicesIfFew(ctx: Ctx, query: AlertQuery): Promise<string[] | undefined> {
  const { sql } = ctx;
  const place = { client: sql`d.client_id`, site: sql`d.site_id`, group: sql`d.group_id` };
  const where = [deviceInScope(ctx), ...ofPlace(ctx, query, place)].reduce((left, right) => sql`${left} and ${right}`);
  const rows = await sql<{ id: string }[]>`select d.id from devices d where ${where} limit ${FEW_DEVICES + 1}`;
  return rows.length > FEW_DEVICES ? undefined : rows.map(({ id }) => id);
}

/** Conditions on `alerts r` and the name of `devices d`. */
function ofAlert({ sql, now }: Ctx, query: AlertQuery): Fragment[] {
  const conditions: Fragment[] = [];
  if (query.status) conditions.push(sql`r.status = any(${query.status}::text[])`);
  if (query.severity) conditions.push(sql`r.severity = ${query.severity}`);
  if (query.agent_id) conditions.push(sql`r.agent_id = ${query.agent_id}`);
  if (query.check_id) conditions.push(sql`r.source_id = ${query.check_id} and r.kind in ('check', 'check_timeout')`);
  if (query.suppressed)
    conditions.push(sql`coalesce(r.suppressed_until > ${now()}, false) = ${query.suppressed === 'true'}`);
  if (query.q) {
    const like = containing(query.q);
    conditions.push(
      sql`(r.title ilike ${like} or r.message ilike ${like} or coalesce(d.hostname, r.agent_hostname) ilike ${like})`,
    );
  }
  if (query.cursor !== undefined) {
    const [at, id] = decodeCursor(query.cursor, z.tuple([Timestamp, Id]));
    conditions.push(sql`(r.raised_at, r.id) < (${at}::timestamptz, ${id}::uuid)`);
  }
  return conditions;
}

interface PlaceColumns {
  client: Fragment;
  site: Fragment;
  group: Fragment;
}

const whereItWas = ({ sql }: Ctx): PlaceColumns => ({
  client: sql`case when d.id is null then r.client_id else d.client_id end`,
  site: sql`case when d.id is null then r.site_id else d.site_id end`,
  group: sql`case when d.id is null then r.group_id else d.group_id end`,
});

function ofPlace({ sql }: Ctx, { client_id, site_id, group_id }: AlertQuery, at: PlaceColumns): Fragment[] {
  const conditions: Fragment[] = [];
  if (client_id === 'none') conditions.push(sql`${at.client} is null`);
  else if (client_id) conditions.push(sql`${at.client} = ${client_id}`);
  if (site_id) conditions.push(sql`${at.site} = ${site_id}`);
  if (group_id) conditions.push(sql`${at.group} = ${group_id}`);
  return conditions;
}
