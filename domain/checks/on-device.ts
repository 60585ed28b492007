import type { DeviceCheck } from '../../schema/checks.ts';
import type { Ctx } from '../context.ts';
import { envelope, type JsonText } from '../json-text.ts';
import { notFound, outOfScope } from '../problem.ts';
import { deviceInScope } from '../scope.ts';
import { approvalOf, listedConfig } from './columns.ts';

/**
 * What runs on a device now and why: its own checks first, then those that it inherits, by policy. Asked of the assignments,
 * so that a move shows at once; state follows within a second. @throws 404 device_not_found, 403 out_of_scope
 */
export async function onDevice(ctx: Ctx, deviceId: string): Promise<JsonText<{ checks: DeviceCheck[] }>> {
  const { sql } = ctx;
  const [device] = await sql<{ in_scope: boolean }[]>`
    select ${deviceInScope(ctx)} as in_scope from devices d where d.id = ${deviceId}`;
  if (!device) throw notFound('device');
  if (!device.in_scope) throw outOfScope('device');
  const [row] = await sql<{ json: string }[]>`
    select coalesce(json_agg(row_to_json(v) order by v.policy_id is not null, lower(v.policy_name), v.policy_id, lower(v.name), v.id),
      '[]')::text as json
    from (
      select c.id, c.type, c.name, ${listedConfig(ctx)} as config, c.warn_threshold, c.err_threshold, c.interval_sec, c.policy_id,
        p.name as policy_name, ${approvalOf(ctx, 'check')} as approval, case when c.policy_id is not null then via.places end as via,
        coalesce(i.status, 'unknown') as status, i.last_value as value, i.last_output as output,
        rfc3339(i.last_result_at) as last_result_at
      from effective_checks e
      join checks c on c.id = e.check_id
      left join policies p on p.id = c.policy_id
      left join check_instances i on i.device_id = e.device_id and i.check_id = c.id
      cross join lateral (
        select json_agg(json_build_object('scope_type', x.scope_type, 'name', coalesce(k.name, s.name, g.name, d.hostname))
          order by array_position(array['agent', 'group', 'site', 'client'], x.scope_type)) as places
        from devices d
        join policy_assignments x on x.policy_id = c.policy_id and (x.scope_type, x.scope_id) in
          (('client', d.client_id), ('site', d.site_id), ('group', d.group_id), ('agent', d.id))
        left join clients k on x.scope_type = 'client' and k.id = x.scope_id
        left join sites s on x.scope_type = 'site' and s.id = x.scope_id
        left join groups g on x.scope_type = 'group' and g.id = x.scope_id
        where d.id = e.device_id) via
      where e.device_id = ${deviceId}
    ) v`;
  return envelope('checks', row?.json ?? '[]');
}
