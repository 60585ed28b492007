import type { ScopeType } from '../../schema/users.ts';
import { systemActor } from '../actor.ts';
import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';
import { nameOf } from './propose.ts';

/**
 * Called before devices are deleted, in that transaction: a proposal keeps the name and the place that each had last, which
 * decides from then on who sees it.
 */
export async function keepLastPlace({ sql }: Ctx, deviceIds: string[]): Promise<void> {
  await sql`
    update device_operation_devices r set agent_hostname = d.hostname, client_id = d.client_id, site_id = d.site_id,
      group_id = d.group_id, client_name = c.name, site_name = s.name, group_name = g.name
    from devices d
    left join clients c on c.id = d.client_id
    left join sites s on s.id = d.site_id
    left join groups g on g.id = d.group_id
    where d.id = any(${deviceIds}::uuid[]) and r.agent_id = d.id`;
}

interface Closed {
  id: string;
  kind: string;
  device_count: number;
  proposed_by: { name: string };
  hostname: string;
}

/**
 * What becomes of waiting proposals when places or devices have been deleted, in that transaction: one whose every device
 * is gone, or whose destination is, leaves nothing to decide and is rejected by the server. A company goes together with
 * its sites, each of which is told here. Last in placeRemoved, because a decision locks the proposal last, too.
 */
export async function leavePlaces(ctx: Ctx, type: ScopeType, ids: string[]): Promise<void> {
  const { sql } = ctx;
  if (type === 'client') return;
  const because = type === 'agent' ? 'devices_gone' : 'destination_gone';
  const empty = {
    agent: sql`o.id in (select operation_id from device_operation_devices where agent_id = any(${ids}::uuid[])) and not exists (
      select from device_operation_devices r join devices d on d.id = r.agent_id where r.operation_id = o.id)`,
    site: sql`o.site_id = any(${ids}::uuid[])`,
    group: sql`o.group_id = any(${ids}::uuid[])`,
  }[type];
  const by = { kind: 'system', id: null, name: SYSTEM, client_host: null, on_behalf_of: null };
  const closed = await sql<Closed[]>`
    with held as materialized (
      select o.id from device_operations o where o.status = 'waiting' and ${empty} order by o.id for update
    )
    update device_operations o set status = 'rejected', closed_because = ${because}, decided_by = ${sql.json(by)},
      decided_at = ${ctx.now()}, updated_at = ${ctx.now()}
    from held where held.id = o.id and o.status = 'waiting'
    returning o.id, o.kind, o.device_count, o.proposed_by,
      (select min(agent_hostname) from device_operation_devices where operation_id = o.id) as hostname`;
  if (closed.length === 0) return;
  await ctx.auditMany(
    'device_operation.reject',
    closed.map(({ id, kind, device_count, proposed_by, hostname }) => ({
      target: { id, name: nameOf([hostname], device_count) },
      details: { kind, devices: device_count, proposed_by: proposed_by.name, reason: because },
      actor: systemActor(SYSTEM),
    })),
  );
  changed(
    ctx,
    'device_operations',
    closed.map(({ id }) => id),
  );
}

const SYSTEM = 'proposals';
