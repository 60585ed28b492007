import type { Device } from '../../schema/devices.ts';
import type { Ctx } from '../context.ts';
import { notFound, outOfScope } from '../problem.ts';
import { reaches } from '../scope.ts';
import type { Sql } from '../sql.ts';

type Row = Omit<Device, 'os' | 'credential_rotation'> & {
  os_family: Device['os']['family'];
  os_name: string;
  os_version: string;
  os_arch: string;
};

/** One device. @throws 404 device_not_found, 403 out_of_scope */
export async function read(ctx: Ctx, id: string): Promise<Device> {
  const [row] = await readQuery(ctx.sql, id);
  if (!row) throw notFound('device');
  if (!reaches(ctx.scope, row)) throw outOfScope('device');
  return toDevice(row);
}

/** Each key by its name: taking some out of the row with a rest pattern costs five times as much (8 µs). */
const toDevice = (row: Row): Device => ({
  id: row.id,
  hostname: row.hostname,
  description: row.description,
  note: row.note,
  client_id: row.client_id,
  site_id: row.site_id,
  group_id: row.group_id,
  client_name: row.client_name,
  site_name: row.site_name,
  group_name: row.group_name,
  extprov_a_id: row.extprov_a_id,
  extprov_b_id: row.extprov_b_id,
  version: row.version,
  status: row.status,
  os: { family: row.os_family, name: row.os_name, version: row.os_version, arch: row.os_arch },
  last_seen_at: row.last_seen_at,
  enrolled_at: row.enrolled_at,
  public_ip: row.public_ip,
  local_ips: row.local_ips,
  logged_in_user: row.logged_in_user,
  boot_at: row.boot_at,
  needs_reboot: row.needs_reboot,
  tags: row.tags,
  identity: row.identity,
  credential_rotation: { state: 'none', requested_at: null, requested_by: null },
});

/**
 * For a single row plain columns and subselects cost PostgreSQL less than half of the list's JSON and joins (31 against
 * 69 µs, measured together), and asking for the scope afterwards keeps the statement the same for every caller.
 */
export const readQuery = (sql: Sql, id: string) => sql<Row[]>`
  select d.id, d.hostname, d.description, d.note, d.client_id, d.site_id, d.group_id,
    (select name from clients where id = d.client_id) as client_name,
    (select name from sites where id = d.site_id) as site_name,
    (select name from groups where id = d.group_id) as group_name,
    d.extprov_a_id, d.extprov_b_id, d.version, d.status, d.os_family, d.os_name, d.os_version, d.os_arch,
    d.last_seen_at, d.enrolled_at, d.public_ip, d.local_ips, d.logged_in_user, d.boot_at, d.needs_reboot, d.tags, d.identity
  from devices d
  where d.id = ${id}`;
