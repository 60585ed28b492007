import type { Ctx } from '../context.ts';
import type { Fragment } from '../sql.ts';

/** What deviceColumns reads beside `devices d`: the names of its place. */
export const placeJoins = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`
  left join clients c on c.id = d.client_id
  left join sites s on s.id = d.site_id
  left join groups g on g.id = d.group_id`;

/** A device as schema/devices.ts shapes it, from `devices d` and placeJoins. No credential is rotated before that noun exists. */
export const deviceColumns = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`
  d.id, d.hostname, d.description, d.note, d.client_id, d.site_id, d.group_id,
  c.name as client_name, s.name as site_name, g.name as group_name, d.extprov_a_id, d.extprov_b_id, d.version, d.status,
  json_build_object('family', d.os_family, 'name', d.os_name, 'version', d.os_version, 'arch', d.os_arch) as os,
  rfc3339(d.last_seen_at) as last_seen_at, rfc3339(d.enrolled_at) as enrolled_at, d.public_ip, d.local_ips,
  d.logged_in_user, rfc3339(d.boot_at) as boot_at, d.needs_reboot, d.tags, d.identity,
  json_build_object('state', 'none', 'requested_at', null, 'requested_by', null) as credential_rotation`;
