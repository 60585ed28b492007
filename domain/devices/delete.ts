import { closeForDeletedDevices } from '../alerts/for-devices.ts';
import type { Ctx } from '../context.ts';
import { keepLastPlace } from '../device-operations/leave-places.ts';
import { cancelForDeletedDevices } from '../jobs/for-devices.ts';
import { placeRemoved } from '../place-removed.ts';
import { lockDevices } from './lock.ts';
import { placementChanged } from './placement-changed.ts';
import type { Proposed } from './proposed.ts';

/**
 * Deletes a device with its inventory and its pending work, and closes its sockets. Finished jobs and the audit trail
 * keep its name (CONTRACT.md, Devices). @throws 404, 403
 */
export const remove = (ctx: Ctx, id: string): Promise<void> => removeAll(ctx, [id]);

/** The same for all of these, or none; each is audited on its own. @throws 404, 403 for any of them */
export async function removeAll(ctx: Ctx, ids: string[], proposed: Proposed = {}): Promise<void> {
  if (ids.length === 0) return;
  const devices = await lockDevices(ctx, ids);
  const cancelled = await cancelForDeletedDevices(ctx, ids);
  await closeForDeletedDevices(ctx, ids);
  await keepLastPlace(ctx, ids);
  await ctx.sql`delete from devices where id = any(${ids}::uuid[])`;
  await placeRemoved(ctx, 'agent', ids);
  await ctx.auditMany(
    'device.delete',
    devices.map(({ id, hostname }) => ({
      target: { id, name: hostname },
      details: { jobs_cancelled: cancelled.get(id) ?? 0, ...proposed },
    })),
  );
  ctx.emit({ type: 'devices.revoked', deviceIds: ids, reason: 'deleted' });
  placementChanged(ctx, ids, devices);
}
