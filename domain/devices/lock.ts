import type { Ctx } from '../context.ts';
import { notFound, outOfScope } from '../problem.ts';
import { deviceInScope } from '../scope.ts';

/** A device that nobody else changes until the transaction ends, and where it is. */
export interface LockedDevice {
  id: string;
  hostname: string;
  identity: 'trusted' | 'revoked';
  client_id: string | null;
  site_id: string | null;
  group_id: string | null;
  client_name: string | null;
  site_name: string | null;
  group_name: string | null;
}

/**
 * Locks devices in the order of their ids and judges each by where it is now, whatever the caller said of it
 * (ATTACKS.md 34). Read in a second statement, because the first may have waited for somebody who moved them.
 * @throws 404 device_not_found, 403 out_of_scope; for one of them, for all
 */
export async function lockDevices(ctx: Ctx, ids: string[]): Promise<LockedDevice[]> {
  const distinct = [...new Set(ids)];
  await ctx.sql`select id from devices where id = any(${distinct}::uuid[]) order by id for update`;
  const rows = await ctx.sql<(LockedDevice & { in_scope: boolean })[]>`
    select d.id, d.hostname, d.identity, d.client_id, d.site_id, d.group_id,
           c.name as client_name, s.name as site_name, g.name as group_name, ${deviceInScope(ctx)} as in_scope
    from devices d
    left join clients c on c.id = d.client_id
    left join sites s on s.id = d.site_id
    left join groups g on g.id = d.group_id
    where d.id = any(${distinct}::uuid[])
    order by d.id`;
  if (rows.length < distinct.length) throw notFound('device');
  if (rows.some((row) => !row.in_scope)) throw outOfScope('device');
  return rows;
}

/** One of them. */
export async function lockDevice(ctx: Ctx, id: string): Promise<LockedDevice> {
  const [device] = await lockDevices(ctx, [id]);
  if (!device) throw notFound('device');
  return device;
}
