import type { Ctx } from '../context.ts';
import { transaction } from '../context.ts';
import type { Fragment, Sql } from '../sql.ts';

/** Held shared by whoever numbers programs, alone by the sweep that removes them; an arbitrary number of this lock's own. */
const LOCK = 4_160_016;

/**
 * Numbers the programs of these devices anew, from the software section that is stored, for the report of software. In the
 * transaction that stored it. New names are told apart before they are inserted: a sequence does not give numbers back.
 */
export async function indexSoftware(ctx: Ctx, deviceIds: string[]): Promise<void> {
  if (deviceIds.length === 0) return;
  const { sql } = ctx;
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`;
  await sql`
    insert into software_products (key, name, manufacturer)
    select distinct on (i.key) i.key, i.name, i.manufacturer from ${items(sql, deviceIds)} i
    where not exists (select 1 from software_products p where p.key = i.key) order by i.key
    on conflict do nothing`;
  await sql`
    insert into software_versions (product_id, version)
    select distinct p.id, i.version from ${items(sql, deviceIds)} i join software_products p on p.key = i.key
    where not exists (select 1 from software_versions v where v.product_id = p.id and v.version = i.version)
    order by p.id, i.version
    on conflict do nothing`;
  await sql`
    insert into device_software (device_id, products, versions)
    select d.id, coalesce(array_agg(distinct p.id) filter (where p.id is not null), '{}'),
      coalesce(array_agg(distinct v.id) filter (where v.id is not null), '{}')
    from devices d
    left join ${items(sql, deviceIds)} i on i.device_id = d.id
    left join software_products p on p.key = i.key
    left join software_versions v on v.product_id = p.id and v.version = i.version
    where d.id = any(${deviceIds}::uuid[]) group by d.id order by d.id
    on conflict (device_id) do update set products = excluded.products, versions = excluded.versions`;
}

const items = (sql: Sql, deviceIds: string[]): Fragment => sql`(
  select s.device_id, x.name, x.manufacturer, x.version,
    sha256(convert_to(x.name || e'\n' || x.manufacturer, 'UTF8')) as key
  from device_inventory s, jsonb_to_recordset(s.data) as x (name text, manufacturer text, version text)
  where s.device_id = any(${deviceIds}::uuid[]) and s.section = 'software')`;

/**
 * Removes programs and versions that no device has any more, so that a machine that makes names up fills nothing for long.
 * All that is in use is gathered once: asked for each version by itself, 2,000 of them took half a minute with 20,000
 * devices. Alone with the lock, so inventory waits meanwhile, for a second or two once a day. @returns how many went
 */
export const sweepSoftware = (ctx: Ctx): Promise<number> =>
  transaction(ctx, async ({ sql }) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`;
    const versions = await sql`
      with used as materialized (select distinct u.id from device_software s cross join unnest(s.versions) u (id))
      delete from software_versions v where not exists (select 1 from used where used.id = v.id)`;
    // A program whose versions are all gone, but for those that devices have without a version.
    const products = await sql`
      with used as materialized (select distinct u.id from device_software s cross join unnest(s.products) u (id))
      delete from software_products p
      where not exists (select 1 from software_versions v where v.product_id = p.id) and not exists (select 1 from used where used.id = p.id)`;
    return versions.count + products.count;
  });
