/** Proposals as answers show them: read in one statement, and told only as far as the caller may see. */
import type { DeviceOperationSummary } from '../../schema/device-operations.ts';
import type { Ctx } from '../context.ts';
import { groupVisible, managesNode, recordInScope, siteVisible } from '../scope.ts';
import type { Fragment } from '../sql.ts';
import { mayDecide } from './may-decide.ts';

/**
 * SQL condition on `device_operations o`: every device that it names is in the caller's scope, where it is now or was
 * last. `is not true`, because of a device without a place the scope's condition is null.
 */
export function operationVisible(ctx: Pick<Ctx, 'sql' | 'scope'>): Fragment {
  const { sql, scope } = ctx;
  if (scope.unscoped) return sql`true`;
  return sql`not exists (
    select from device_operation_devices r left join devices d on d.id = r.agent_id
    where r.operation_id = o.id and (${recordInScope(ctx)}) is not true)`;
}

type Place = { client_id: string | null; site_id: string | null; group_id: string | null };
type Row = Omit<DeviceOperationSummary, 'destination' | 'decidable'> &
  Place & { client_name: string | null; site_name: string | null; group_name: string | null; place_visible: boolean };

/** These proposals, in this order. Whether the caller may see them is the caller's of this. */
export async function summaries(ctx: Ctx, ids: readonly string[]): Promise<DeviceOperationSummary[]> {
  const { sql } = ctx;
  const rows = await sql<Row[]>`
    select o.id, o.kind, o.status, o.device_count, n.gone_count, n.offline_count, n.hostnames, m.companies,
      o.client_id, o.site_id, o.group_id, coalesce(tc.name, o.client_name) as client_name,
      coalesce(ts.name, o.site_name) as site_name, coalesce(tg.name, o.group_name) as group_name,
      ${placeVisible(ctx)} as place_visible, o.reason, o.source, o.proposed_by, o.decided_by, o.decision_reason,
      o.closed_because, o.decided_at, o.created_at, o.updated_at
    from unnest(${[...ids]}::uuid[]) with ordinality p (id, place)
    join device_operations o on o.id = p.id
    left join clients tc on tc.id = o.client_id
    left join sites ts on ts.id = o.site_id
    left join groups tg on tg.id = o.group_id
    cross join lateral (
      select (count(*) filter (where d.id is null))::int as gone_count,
        (count(*) filter (where d.status = 'offline'))::int as offline_count,
        (array_agg(coalesce(d.hostname, r.agent_hostname) order by lower(coalesce(d.hostname, r.agent_hostname)), r.agent_id))[1:5] as hostnames
      from device_operation_devices r left join devices d on d.id = r.agent_id where r.operation_id = o.id
    ) n
    cross join lateral (
      select json_agg(json_build_object('client_id', k.client_id, 'client_name', k.client_name, 'device_count', k.device_count)
        order by lower(k.client_name), k.client_id) as companies
      from (
        select case when d.id is null then r.client_id else d.client_id end as client_id,
          case when d.id is null then r.client_name else c.name end as client_name, count(*)::int as device_count
        from device_operation_devices r
        left join devices d on d.id = r.agent_id
        left join clients c on c.id = d.client_id
        where r.operation_id = o.id group by 1, 2) k
    ) m
    order by p.place`;
  return rows.map((row) => told(ctx, row));
}

/** Whether the caller sees the place by name; the names of other companies are not theirs to read. */
const placeVisible = (ctx: Ctx): Fragment => ctx.sql`(
  exists (select from sites s where s.id = o.site_id and ${siteVisible(ctx)})
  and (o.group_id is null or exists (select from groups g where g.id = o.group_id and ${groupVisible(ctx)})))`;

function told(ctx: Ctx, row: Row): DeviceOperationSummary {
  const { client_id, site_id, group_id, client_name, site_name, group_name, place_visible, ...rest } = row;
  const managed = row.kind === 'delete' || managesPlace(ctx, row);
  const visible = place_visible || managed;
  const place = visible
    ? { client_id, site_id, group_id, client_name, site_name, group_name }
    : { client_id: null, site_id: null, group_id: null, client_name: null, site_name: null, group_name: null };
  return {
    ...rest,
    destination: row.kind === 'delete' ? null : { visible, ...place },
    decidable: row.status === 'waiting' && managed && mayDecide(ctx, row.kind),
  };
}

function managesPlace({ scope }: Ctx, { client_id, site_id, group_id }: Place): boolean {
  if (client_id === null || site_id === null) return scope.unscoped;
  return managesNode(scope, { client_id, site_id, ...(group_id !== null && { group_id }) });
}
