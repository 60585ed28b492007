import { api } from '../../api.ts';
import { queries } from '../../queries.ts';
import { type Place, placeIds } from '../organisation/places.ts';

/** A device and where it is. */
export type Placed = { id: string; client_id: string | null; site_id: string | null; group_id: string | null };

/** As many as one bulk call takes (schema/devices.ts, BULK_DEVICES_MAX). */
export const BULK_LIMIT = 500;

/** Moves all of them, or none; null takes a single device out of the organisation. Rejects like the API. */
export async function moveDevices(devices: readonly Placed[], to: Place | null): Promise<void> {
  if (to === null) {
    for (const { id } of devices) await api('PATCH /api/devices/:id/site', { params: { id }, body: { site_id: null } });
  } else {
    const { site_id = '', group_id = null } = placeIds(to);
    await api('POST /api/devices/bulk/move', { body: { agent_ids: devices.map(({ id }) => id), site_id, group_id } });
  }
  await moved();
}

/** Brings each back to where it was; undefined when one of them was nowhere, where no bulk move leads. */
export function moveBack(devices: readonly Placed[]): (() => Promise<void>) | undefined {
  if (devices.some(({ site_id }) => site_id === null)) return undefined;
  const places = Map.groupBy(devices, ({ site_id, group_id }) => `${site_id} ${group_id}`);
  return async () => {
    for (const together of places.values()) {
      const { site_id = '', group_id = null } = together[0] ?? {};
      await api('POST /api/devices/bulk/move', {
        body: { agent_ids: together.map(({ id }) => id), site_id: site_id ?? '', group_id },
      });
    }
    await moved();
  };
}

/** The list keeps its order until it is asked; counts and rows are read again. */
async function moved(): Promise<void> {
  const nouns = ['devices', 'device_counts', 'clients', 'sites', 'groups', 'dashboard'];
  await Promise.all(nouns.map((noun) => queries.invalidateQueries({ queryKey: [noun] })));
}
