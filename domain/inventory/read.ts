import { type Inventory, type InventoryQuery, sectionNames } from '../../schema/inventory.ts';
import type { Ctx } from '../context.ts';
import { JsonText } from '../json-text.ts';
import { notFound, outOfScope, Problem } from '../problem.ts';
import { deviceInScope } from '../scope.ts';
import { containing, type Fragment } from '../sql.ts';

/** More words than this make a search slower, not better. */
const WORDS_MAX = 10;
/** More than any list holds. */
const ENTRIES_MAX = 1_000_000;

/**
 * The newest of each section that the agent has sent, `collected_at` of the newest among them. Built in SQL: the software
 * of one machine may be 20,000 entries. With a query the sections, entries and counts that it asks for.
 * @throws 404 device_not_found, 403 out_of_scope, 404 no_inventory before the first
 */
export async function read(ctx: Ctx, deviceId: string, query: InventoryQuery = {}): Promise<JsonText<Inventory>> {
  const parts = Object.keys(query).length > 0;
  const [row] = await ctx.sql<{ in_scope: boolean; json: string | null }[]>`
    select ${deviceInScope(ctx)} as in_scope, (
      select (jsonb_build_object('collected_at', rfc3339(max(i.collected_at)))
        || coalesce(jsonb_object_agg(i.section, i.data) filter (where i.shown and i.section <> 'memory'), '{}'::jsonb)
        || coalesce((jsonb_agg(i.data) filter (where i.shown and i.section = 'memory')) -> 0, '{}'::jsonb)
        ${parts ? ctx.sql`|| jsonb_build_object('counts', coalesce(jsonb_object_agg(i.section, i.count) filter (where i.count is not null), '{}'))` : ctx.sql``})::text
      from (${parts ? partly(ctx, query) : wholly(ctx)}) i having count(*) > 0
    ) as json
    from devices d where d.id = ${deviceId}`;
  if (!row) throw notFound('device');
  if (!row.in_scope) throw outOfScope('device');
  if (row.json === null) throw new Problem(404, 'no_inventory', 'This device has not sent its inventory yet.');
  return new JsonText(row.json);
}

const wholly = ({ sql }: Ctx): Fragment => sql`
  select i.section, i.collected_at, i.data, true as shown from device_inventory i where i.device_id = d.id`;

/** Sections with what of their lists is asked for, and of every list how many of its entries have the words. */
function partly({ sql }: Ctx, { sections = sectionNames, q = '', limit, offset = 0 }: InventoryQuery): Fragment {
  const patterns = q.split(/\s+/).filter(Boolean).slice(0, WORDS_MAX).map(containing);
  // a reader of a hundred entries does not pay for the words of the others
  const entries =
    patterns.length === 0
      ? sql`i.data`
      : sql`(
          select coalesce(jsonb_agg(e.entry order by e.place), '[]') from jsonb_array_elements(i.data) with ordinality e (entry, place)
          where lower((select string_agg(v.value, e'\n') from jsonb_each_text(e.entry) v))
            like all (array(select lower(p) from unnest(${patterns}::text[]) p)))`;
  return sql`
    select i.section, i.collected_at, i.section = any(${[...sections]}::text[]) as shown,
      case when not l.is_list then i.data else (
        select coalesce(jsonb_agg(e.entry order by e.place), '[]') from jsonb_array_elements(l.entries) with ordinality e (entry, place)
        where i.section = any(${[...sections]}::text[]) and e.place > ${offset} and e.place <= ${offset + (limit ?? ENTRIES_MAX)}
      ) end as data,
      case when l.is_list then jsonb_array_length(l.entries) end as count
    from device_inventory i cross join lateral (
      select jsonb_typeof(i.data) = 'array' as is_list, case when jsonb_typeof(i.data) = 'array' then ${entries} end as entries
    ) l where i.device_id = d.id`;
}
