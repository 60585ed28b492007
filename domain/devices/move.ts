import type { Device } from '../../schema/devices.ts';
import type { Ctx } from '../context.ts';
import { conflict } from '../problem.ts';
import { effectsReaching, mayReach } from '../standing-approvals/effects.ts';
import { approvalsReaching, coverMoved } from '../standing-approvals/moves.ts';
import { type Destination, holdDestination, holdGroup, mayPlaceIn } from './destination.ts';
import { type LockedDevice, lockDevice, lockDevices } from './lock.ts';
import { placementChanged } from './placement-changed.ts';
import type { Proposed } from './proposed.ts';
import { read } from './read.ts';

/**
 * Moves a device to a site, or out of the organisation with null. Its department stays behind, unless it is already in
 * that site. @throws 404 device or site, 403 out of scope (either)
 */
export async function moveToSite(ctx: Ctx, id: string, siteId: string | null): Promise<Device> {
  const to = siteId === null ? null : await holdDestination(ctx, siteId, null);
  const device = await lockDevice(ctx, id);
  mayPlaceIn(ctx, to);
  if (device.site_id !== siteId) await place(ctx, [device], to);
  return read(ctx, id);
}

/**
 * Puts a device into a department of its own site, or into none with null.
 * @throws 404 device or department, 403 out of scope (either), 409 group_not_in_site
 */
export async function moveToGroup(ctx: Ctx, id: string, groupId: string | null): Promise<Device> {
  const group = groupId === null ? null : await holdGroup(ctx, groupId);
  const device = await lockDevice(ctx, id);
  if (group && group.site_id !== device.site_id)
    throw conflict('group_not_in_site', 'The department belongs to another site than the device.');
  const to = ownSite(device, group);
  if (to === null) return read(ctx, id);
  mayPlaceIn(ctx, to);
  if (device.group_id !== groupId) await place(ctx, [device], to);
  return read(ctx, id);
}

/** The department in the site where the device is; that site is kept by the device, which is locked. */
function ownSite(device: LockedDevice, group: { id: string; name: string } | null): Destination | null {
  const { client_id, client_name, site_id, site_name } = device;
  if (client_id === null || client_name === null || site_id === null || site_name === null) return null;
  return { client_id, client_name, site_id, site_name, group_id: group?.id ?? null, group_name: group?.name ?? null };
}

/**
 * Moves all of these devices, or none. Without a department a device keeps the one it has in that site, and leaves any
 * other. @returns how many devices were named, each once
 * @throws 404 and 403 for any device or the destination, 400 group_not_in_site
 */
export async function moveMany(
  ctx: Ctx,
  { agent_ids, site_id, group_id }: { agent_ids: string[]; site_id: string; group_id?: string | null },
  proposed: Proposed = {},
): Promise<{ moved: number }> {
  const to = await holdDestination(ctx, site_id, group_id ?? null);
  const devices = await lockDevices(ctx, agent_ids);
  mayPlaceIn(ctx, to);
  const stays = (device: LockedDevice) =>
    device.site_id === site_id && (group_id === undefined || device.group_id === group_id);
  await place(
    ctx,
    devices.filter((device) => !stays(device)),
    to,
    proposed,
  );
  return { moved: devices.length };
}

/** Writes the new place of locked devices, and an audit entry for each. */
async function place(
  ctx: Ctx,
  devices: LockedDevice[],
  to: Destination | null,
  proposed: Proposed = {},
): Promise<void> {
  if (devices.length === 0) return;
  const ids = devices.map(({ id }) => id);
  const reached = await approvalsReaching(ctx, ids);
  const effects = await effectsReaching(ctx, ids);
  await ctx.sql`
    update devices set client_id = ${to?.client_id ?? null}, site_id = ${to?.site_id ?? null}, group_id = ${to?.group_id ?? null},
                       updated_at = ${ctx.now()}
    where id = any(${ids}::uuid[])`;
  await coverMoved(ctx, ids, reached);
  await mayReach(ctx, ids, effects);
  await ctx.auditMany(
    'device.move',
    devices.map(({ id, hostname, client_name, site_name, group_name }) => ({
      target: { id, name: hostname },
      details: {
        from_client: client_name,
        from_site: site_name,
        from_group: group_name,
        to_client: to?.client_name ?? null,
        to_site: to?.site_name ?? null,
        to_group: to?.group_name ?? null,
        ...proposed,
      },
    })),
  );
  placementChanged(ctx, ids, to ? [...devices, to] : devices);
}
