import { z } from 'zod';
import { Id, text } from '../../schema/common.ts';
import type { DeviceSort } from '../../schema/devices.ts';
import type { PlaceFilter } from '../../schema/reports.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { placeJoins } from '../devices/columns.ts';
import { sortBy } from '../devices/sort.ts';
import type { Fragment } from '../sql.ts';
import { devicesOf } from './place.ts';

type Asked = Pick<Ctx, 'sql' | 'scope'>;

/** A page of a list that is built as JSON, and where the next one begins. */
export interface Page {
  json: string;
  total: number;
  next: string | undefined;
}

interface Paging {
  /** `id`, `key` (text that sorts) and what the rows read as `p`, of everything that matches. */
  hits: Fragment;
  /** What a row shows, from `p`. */
  row: Fragment;
  /** Common table expressions before the hits, each with a comma behind it, and after the page, with one in front. */
  before?: Fragment;
  behind?: Fragment;
  idType?: 'uuid' | 'text' | 'integer';
  sort: string;
  limit: number;
  cursor?: string;
}

/** @throws 400 invalid_cursor for a cursor of another order */
export async function readPage({ sql }: Pick<Ctx, 'sql'>, paging: Paging): Promise<Page> {
  const { hits, row, before = sql``, behind = sql``, sort, limit } = paging;
  const descending = sort.startsWith('-');
  const order = descending ? sql`p.key desc, p.id desc` : sql`p.key, p.id`;
  const reverse = descending ? sql`p.key, p.id` : sql`p.key desc, p.id desc`;
  const [page] = await sql<{ json: string; total: number; more: boolean; last: [string, string | number] | null }[]>`
    with ${before} hits as materialized (${hits}), page as materialized (
      select p.* from hits p where ${after(sql, paging, descending)} order by ${order} limit ${limit + 1}
    ), shown as materialized (select p.* from page p order by ${order} limit ${limit}) ${behind}
    select (select count(*) from hits) as total, (select count(*) from page) > ${limit} as more,
      (select json_build_array(p.key, p.id) from shown p order by ${reverse} limit 1) as last,
      (select coalesce(json_agg(row_to_json(r) order by ${order}), '[]')::text
       from shown p cross join lateral (${row}) r) as json`;
  if (!page) throw new Error('an aggregate returns a row');
  const next = page.more && page.last ? encodeCursor([sort, ...page.last]) : undefined;
  return { json: page.json, total: page.total, next };
}

const ids = { uuid: Id, text: text(100), integer: z.number().int() };

function after(sql: Ctx['sql'], { sort, cursor, idType = 'uuid' }: Paging, descending: boolean): Fragment {
  if (cursor === undefined) return sql`true`;
  const [, key, id] = decodeCursor(cursor, z.tuple([z.literal(sort), text(2000), ids[idType]]));
  const last = sql`(${key}::text, (${String(id)}::text)::${sql.unsafe(idType)})`;
  return descending ? sql`(p.key, p.id) < ${last}` : sql`(p.key, p.id) > ${last}`;
}

export type DeviceReportQuery = PlaceFilter & { q?: string; sort: DeviceSort; limit: number; cursor?: string };

/** A page of devices with `columns`, which may read `devices d`, the places `c`, `s`, `g`, and what `joins` adds. */
export function devicePage(ctx: Asked, query: DeviceReportQuery, columns: Fragment, joins?: Fragment): Promise<Page> {
  const { sql } = ctx;
  const { key, joins: keyJoins } = sortBy(ctx, query.sort);
  return readPage(ctx, {
    hits: sql`select d.id, (${key}) collate "C" as key from devices d ${keyJoins} where ${devicesOf(ctx, query)}`,
    row: sql`select ${columns} from devices d ${placeJoins(ctx)} ${joins ?? sql``} where d.id = p.id`,
    ...query,
  });
}

/** The same devices as rows for CSV, by hostname. */
export function deviceRows(
  ctx: Asked,
  filter: PlaceFilter & { q?: string },
  columns: Fragment,
  joins?: Fragment,
): Fragment {
  const { sql } = ctx;
  return sql`
    select ${columns} from devices d ${placeJoins(ctx)} ${joins ?? sql``}
    where ${devicesOf(ctx, filter)} order by d.hostname_key, d.id`;
}

export const placeNames = ({ sql }: Asked): Fragment =>
  sql`c.name as client_name, s.name as site_name, g.name as group_name`;
