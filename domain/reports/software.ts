import type { z } from 'zod';
import type { PlaceFilter, SoftwareQuery, SoftwareReport } from '../../schema/reports.ts';
import type { Ctx } from '../context.ts';
import { placeJoins } from '../devices/columns.ts';
import { JsonText } from '../json-text.ts';
import { containing, type Fragment } from '../sql.ts';
import { csvName, type TableAnswer } from '../table-answer.ts';
import { type Page, placeNames, readPage } from './pages.ts';
import { devicesOf, requirePlace, wordsOf } from './place.ts';

type Asked = Pick<Ctx, 'sql' | 'scope'>;
export type SoftwareFilter = PlaceFilter & { q?: string; name?: string; manufacturer?: string; version?: string };

/**
 * Programs with their versions, and on how many devices in scope; with a `name` which devices those are.
 * @throws as requirePlace; 400 invalid_cursor
 */
export async function software(ctx: Ctx, query: SoftwareQuery): Promise<JsonText<z.output<typeof SoftwareReport>>> {
  await requirePlace(ctx, query);
  if (query.name === undefined) return answer(await programs(ctx, query));
  const { cursor: _, ...first } = query;
  const [found, devices] = await Promise.all([programs(ctx, { ...first, limit: 1000 }), holders(ctx, query)]);
  return answer(found, devices);
}

function answer(programs: Page, devices?: Page): JsonText<z.output<typeof SoftwareReport>> {
  const { total, next } = devices ?? programs;
  const rest = JSON.stringify({ total, ...(next !== undefined && { next_cursor: next }) }).slice(1);
  return new JsonText(`{"software":${programs.json},${devices ? `"devices":${devices.json},` : ''}${rest}`);
}

function programs(ctx: Ctx, query: SoftwareQuery): Promise<Page> {
  const { sql } = ctx;
  const key = query.sort.endsWith('devices') ? sql`lpad(n.devices::text, 10, '0')` : sql`x.name_key`;
  // One program is found through the index of what devices have; for many all of it is counted once.
  const named = query.name !== undefined;
  const among = named ? sql`where h.products && (select w.ids from wanted w)` : sql``;
  const each = named ? sql`where u.id = any((select w.ids from wanted w)::int[])` : sql``;
  return readPage(ctx, {
    before: sql`wanted as materialized (
      select coalesce(array_agg(x.id), '{}') as ids from software_products x where ${asked(ctx, query)}
    ), held as not materialized (select h.products, h.versions from ${holdings(ctx, query)} ${among}
    ), counts as materialized (
      select u.id, count(*)::int as devices from held h cross join unnest(h.products) u (id) ${each} group by u.id),`,
    hits: sql`
      select x.id, ${key} collate "C" as key, x.name, x.manufacturer, n.devices
      from counts n join software_products x on x.id = n.id where ${asked(ctx, query)}`,
    behind: sql`, counted as materialized (
      select v.product_id, v.version, n.devices, row_number() over (partition by v.product_id order by n.devices desc, v.version) as place
      from (
        select u.id, count(*)::int as devices from held h cross join unnest(h.versions) u (id)
        where u.id in (select v.id from software_versions v join shown p on p.id = v.product_id) group by u.id
      ) n join software_versions v on v.id = n.id
    ), versions as materialized (
      select w.product_id, count(*)::int as version_count,
        json_agg(json_build_object('version', w.version, 'devices', w.devices) order by w.place)
          filter (where w.place <= ${query.versions}) as versions
      from counted w group by w.product_id
    )`,
    row: sql`
      select p.name, p.manufacturer, p.devices, coalesce(w.version_count, 0) as version_count, coalesce(w.versions, '[]') as versions
      from (select) one left join versions w on w.product_id = p.id`,
    idType: 'integer',
    ...query,
  });
}

function holders(ctx: Ctx, query: SoftwareQuery): Promise<Page> {
  const { sql } = ctx;
  const wanted = sql`(select coalesce(array_agg(v.id), '{}') from software_versions v join software_products x on x.id = v.product_id
    where ${asked(ctx, query)} ${query.version === undefined ? sql`` : sql`and v.version = ${query.version}`})`;
  const sort = query.sort.startsWith('-') ? '-name' : 'name';
  return readPage(ctx, {
    before: sql`wanted as materialized (select ${wanted} as versions,
      (select coalesce(array_agg(x.id), '{}') from software_products x where ${asked(ctx, query)}) as products),`,
    hits: sql`
      select d.id, d.hostname_key as key, s.versions from devices d join device_software s on s.device_id = d.id
      where ${devicesOf(ctx, { scope: query.scope, id: query.id })}
        and s.products && (select w.products from wanted w) and s.versions && (select w.versions from wanted w)`,
    row: sql`
      select d.id, d.hostname, ${placeNames(ctx)}, has.manufacturer, has.version
      from devices d ${placeJoins(ctx)} cross join lateral (
        select string_agg(distinct x.manufacturer, ', ') as manufacturer, string_agg(v.version, ', ' order by v.version) as version
        from software_versions v join software_products x on x.id = v.product_id
        where v.id = any(p.versions) and v.id = any((select w.versions from wanted w)::int[])
      ) has where d.id = p.id`,
    ...query,
    sort,
  });
}

/** Devices in scope and place with what is on them, as `h`. */
function holdings(ctx: Asked, { scope, id }: PlaceFilter): Fragment {
  const { sql } = ctx;
  if (ctx.scope.unscoped && scope === undefined) return sql`device_software h`;
  return sql`devices d join device_software h on h.device_id = d.id and ${devicesOf(ctx, { scope, id })}`;
}

/** Condition on `software_products x`. Words are looked for in name and manufacturer. */
function asked({ sql }: Asked, { name, manufacturer, q }: SoftwareFilter): Fragment {
  const conditions: Fragment[] = [];
  if (name !== undefined) conditions.push(sql`x.name_key = lower(${name}) and x.name = ${name}`);
  if (manufacturer !== undefined) conditions.push(sql`x.manufacturer = ${manufacturer}`);
  const patterns = wordsOf(q).map(containing);
  if (patterns.length > 0)
    conditions.push(
      sql`lower(x.name || e'\n' || x.manufacturer) like all (array(select lower(p) from unnest(${patterns}::text[]) p))`,
    );
  return conditions.reduce((left, right) => sql`${left} and ${right}`, sql`true`);
}

/** The same as CSV: a line for each version; with a `name` a line for each device and version. */
export async function softwareTable(ctx: Ctx, filter: SoftwareFilter): Promise<TableAnswer> {
  await requirePlace(ctx, filter);
  const fileName = csvName('software', ctx.now());
  if (filter.name === undefined)
    return {
      table: true,
      fileName,
      columns: ['name', 'manufacturer', 'version', 'devices'],
      rows: (sql) => sql`
        select x.name, x.manufacturer, v.version, n.devices from (
          select u.id, count(*) as devices from ${holdings({ ...ctx, sql }, filter)} cross join unnest(h.versions) u (id) group by u.id
        ) n join software_versions v on v.id = n.id join software_products x on x.id = v.product_id
        where ${asked({ ...ctx, sql }, filter)} order by x.name_key, x.id, v.version`,
    };
  return {
    table: true,
    fileName,
    columns: ['id', 'hostname', 'company', 'site', 'department', 'name', 'manufacturer', 'version'],
    rows: (sql) => sql`
      select d.id, d.hostname, c.name, s.name, g.name, x.name, x.manufacturer, v.version
      from software_products x join software_versions v on v.product_id = x.id
      join device_software h on h.products @> array[x.id] and h.versions @> array[v.id]
      join devices d on d.id = h.device_id ${placeJoins({ sql })}
      where ${asked({ ...ctx, sql }, filter)} and ${devicesOf({ ...ctx, sql }, { scope: filter.scope, id: filter.id })}
        ${filter.version === undefined ? sql`` : sql`and v.version = ${filter.version}`}
      order by d.hostname_key, d.id, v.version`,
  };
}
