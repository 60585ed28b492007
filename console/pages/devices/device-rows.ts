import { api } from '../../api.ts';
import { createRowWindow, type RowWindow } from '../../ui/table/row-window.ts';
import type { Device } from './device-words.ts';
import type { DeviceFilters } from './filters.ts';

/** Devices that were read so far, by id: the bulk bar and its dialogs name what is picked, also when it is out of sight. */
export type KnownDevices = ReadonlyMap<string, Device>;

/** The rows of the list, in the order and with the filters of the address. */
export function createDeviceRows(filters: DeviceFilters): { rows: RowWindow<Device>; known: KnownDevices } {
  const known = new Map<string, Device>();
  const rows = createRowWindow<Device>({
    key: () => ['devices', { ...filters.filter(), sort: filters.sort() }],
    load: async ({ offset, limit, signal }) => {
      const query = { ...filters.filter(), sort: filters.sort(), offset, limit };
      const { devices, total } = await api('GET /api/devices', { query, signal });
      for (const device of devices) known.set(device.id, device);
      return { rows: devices, total };
    },
    id: ({ id }) => id,
  });
  return { rows, known };
}
