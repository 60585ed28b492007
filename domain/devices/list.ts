import { z } from 'zod';
import { Id, text } from '../../schema/common.ts';
import type { Device, DeviceQuery } from '../../schema/devices.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { envelope, type JsonText } from '../json-text.ts';
import { deviceInScope } from '../scope.ts';
import { containing, type Fragment } from '../sql.ts';
import { deviceColumns, placeJoins } from './columns.ts';
import { sortBy } from './sort.ts';

interface Page {
  json: string;
  total: number;
  /** Sort key and id of the last device shown; null on an empty page. */
  last: [string, string] | null;
  more: boolean;
}

/**
 * Devices in the caller's scope: a page, how many match in all, and where the next page begins.
 * @throws 400 invalid_cursor for a cursor of another order
 */
export async function list(ctx: Ctx, query: DeviceQuery): Promise<JsonText<{ devices: Device[]; total: number }>> {
  const [page] = await ctx.sql<Page[]>`${listQuery(ctx, query)}`;
  if (!page) throw new Error('an aggregate returns a row');
  const next = page.more && page.last ? encodeCursor([query.sort, ...page.last]) : undefined;
  return envelope('devices', page.json, { total: page.total, next_cursor: next });
}

/**
 * The list as one statement. Without scope and filter the page walks the index of its order and the count stands alone.
 * With either, what matches is read once, and both counted and sorted from there: total and page share the work, and no
 * estimate can choose a walk that skips most of the index (docs/decisions/0008-device-list.md).
 */
export function listQuery(ctx: Pick<Ctx, 'sql' | 'scope'>, query: DeviceQuery): Fragment {
  const { sql } = ctx;
  const conditions = filters(ctx, query);
  const collected = conditions.length > 0 ? sql`materialized` : sql`not materialized`;
  const where = conditions.reduce((left, right) => sql`${left} and ${right}`, sql`true`);
  const { key, joins, descending } = sortBy(ctx, query.sort);
  const order = descending ? sql`p.key desc, p.id desc` : sql`p.key, p.id`;
  const reverse = descending ? sql`p.key, p.id` : sql`p.key desc, p.id desc`;
  return sql`
    with hits as ${collected} (
      select d.id, ${key} as key from devices d ${joins} where ${where}
    ), page as materialized (
      select p.id, p.key from hits p where ${after(ctx, query, descending)}
      order by ${order} limit ${query.limit + 1} offset ${query.offset ?? 0}
    ), shown as materialized (
      select p.id, p.key from page p order by ${order} limit ${query.limit}
    )
    select (select count(*) from hits) as total,
      (select count(*) from page) > ${query.limit} as more,
      (select json_build_array(p.key, p.id) from shown p order by ${reverse} limit 1) as last,
      (select coalesce(json_agg(row_to_json(r) order by ${order}), '[]')::text
       from shown p cross join lateral (
         select ${deviceColumns(ctx)} from devices d ${placeJoins(ctx)} where d.id = p.id
       ) r) as json`;
}

/** Nothing for the rows of an earlier page, when a cursor names its last row. */
function after({ sql }: Pick<Ctx, 'sql'>, { sort, cursor }: DeviceQuery, descending: boolean): Fragment {
  if (cursor === undefined) return sql`true`;
  const [, key, id] = decodeCursor(cursor, z.tuple([z.literal(sort), text(2000), Id]));
  return descending
    ? sql`(p.key, p.id) < (${key}::text, ${id}::uuid)`
    : sql`(p.key, p.id) > (${key}::text, ${id}::uuid)`;
}

/** Conditions on `devices d`. A filter on a node outside the caller's scope matches nothing: it narrows, it does not ask. */
function filters(ctx: Pick<Ctx, 'sql' | 'scope'>, query: DeviceQuery): Fragment[] {
  const { sql, scope } = ctx;
  const conditions = scope.unscoped ? [] : [deviceInScope(ctx)];
  if (query.client_id === 'none') conditions.push(sql`d.client_id is null`);
  else if (query.client_id) conditions.push(sql`d.client_id = ${query.client_id}`);
  if (query.site_id) conditions.push(sql`d.site_id = ${query.site_id}`);
  if (query.group_id === 'none') conditions.push(sql`d.group_id is null`);
  else if (query.group_id) conditions.push(sql`d.group_id = ${query.group_id}`);
  if (query.status) conditions.push(sql`d.status = ${query.status}`);
  if (query.tag) conditions.push(sql`d.tags @> array[${query.tag}]::text[]`);
  const patterns = wordsOf(query.q ?? '').map(containing);
  if (patterns.length > 0)
    conditions.push(sql`d.search like all (array(select lower(p) from unnest(${patterns}::text[]) p))`);
  return conditions;
}

/** More words than this make a search slower, not better. */
const WORDS_MAX = 10;

/** A device matches when each word is found somewhere: `anna floor-3` is Anna's machine with that tag. */
const wordsOf = (q: string): string[] => q.split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
