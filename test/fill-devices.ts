/** Many devices at once, spread over companies: as a large installation holds them, for plans and measurements. */
import type { Sql } from '../runtime/database.ts';

/**
 * Makes companies (one to 250 devices) with three sites of two departments each, and devices in them. Hostnames begin
 * with the company's name, as they do in practice: that is the hard case for a walk in the order of hostnames. Then
 * vacuums, as autovacuum would have; `owner` signs in as the owner of the schema.
 */
export async function fillDevices(owner: Sql, count: number): Promise<void> {
  const companies = Math.ceil(count / 250);
  await owner.begin(async (sql) => {
    // The test database commits without waiting for the log, and vacuum leaves alone what the log does not hold yet.
    await sql`set local synchronous_commit = on`;
    await sql`insert into clients (name) select 'Company ' || lpad(i::text, 4, '0') from generate_series(1, ${companies}::int) i`;
    await sql`insert into sites (client_id, name) select id, 'Site ' || i from clients, generate_series(1, 3) i`;
    await sql`insert into groups (client_id, site_id, name) select client_id, id, 'Department ' || i from sites, generate_series(1, 2) i`;
    await sql`
      insert into devices (install_id, credential_hash, hostname, description, client_id, site_id, group_id, version, os_family,
                           os_name, os_version, os_arch, public_ip, local_ips, logged_in_user, tags, status, last_seen_at)
      select gen_random_uuid(), sha256(i::text::bytea), replace(lower(c.name), ' ', '') || '-' || lpad(i::text, 6, '0'),
             'Workstation ' || i, g.client_id, g.site_id, g.id, '0.' || (i % 12) || '.0',
             (array['linux', 'windows', 'darwin'])[i % 3 + 1], 'Debian GNU/Linux', '13', 'x64',
             '203.0.' || (i % 200) || '.' || (i % 250), array['10.0.' || (i % 256) || '.' || (i / 256)], 'person' || i,
             case when i % 10 = 0 then array['floor-' || (i % 20), 'vip'] else '{}' end,
             case when i % 4 = 0 then 'offline' else 'online' end, now()
      from generate_series(1, ${count}::int) i
      join (select groups.*, row_number() over (order by id) as n from groups) g on g.n = i * 7919 % ${companies * 6}::int + 1
      join clients c on c.id = g.client_id`;
  });
  await vacuumAll(owner);
}

/** Until every page is known to be visible to all; sessions of other tests that are just starting may keep one back. */
async function vacuumAll(owner: Sql): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    await owner`vacuum analyze`.simple();
    const [row] = await owner<{ done: boolean }[]>`
      select relallvisible >= relpages as done from pg_class where oid = 'devices'::regclass`;
    if (row?.done) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('something keeps old rows of the test database in sight');
}
