import { closeForDeletedDevices } from '../alerts/for-devices.ts';
import type { Ctx } from '../context.ts';
import { cancelForDeletedDevices } from '../jobs/for-devices.ts';
import { placeRemoved } from '../place-removed.ts';
import { lockDevice } from './lock.ts';
import { placementChanged } from './placement-changed.ts';

/**
 * Deletes a device with its inventory and its pending work, and closes its sockets. Finished jobs and the audit trail
 * keep its name (CONTRACT.md, Devices). @throws 404, 403
 */
export async function remove(ctx: Ctx, id: string): Promise<void> {
  const device = await lockDevice(ctx, id);
  const cancelled = await cancelForDeletedDevices(ctx, [id]);
  await closeForDeletedDevices(ctx, [id]);
  await ctx.sql`delete from devices where id = ${id}`;
  await placeRemoved(ctx, 'agent', [id]);
  await ctx.audit('device.delete', { id, name: device.hostname }, { jobs_cancelled: cancelled.get(id) ?? 0 });
  ctx.emit({ type: 'devices.revoked', deviceIds: [id], reason: 'deleted' });
  placementChanged(ctx, [id], [device]);
}
