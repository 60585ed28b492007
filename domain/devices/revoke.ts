import type { Device } from '../../schema/devices.ts';
import type { Ctx } from '../context.ts';
import { lockDevice } from './lock.ts';
import { read } from './read.ts';

/**
 * Takes a device's identity away: its sockets close, its credential no longer signs in, and it comes back only through a
 * fresh enrollment. Its record and its jobs stay. Once more changes nothing but closes what may have stayed open.
 * @throws 404, 403
 */
export async function revoke(ctx: Ctx, id: string): Promise<Device> {
  const { hostname, identity } = await lockDevice(ctx, id);
  if (identity === 'trusted') {
    await ctx.sql`update devices set identity = 'revoked', updated_at = ${ctx.now()} where id = ${id}`;
    await ctx.audit('device.revoke', { id, name: hostname }, {});
  }
  ctx.emit({ type: 'devices.revoked', deviceIds: [id], reason: 'revoked' });
  ctx.emit({ type: 'changed', noun: 'devices', ids: [id] });
  return read(ctx, id);
}
