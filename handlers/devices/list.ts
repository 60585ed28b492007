import { list } from '../../domain/devices/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { DeviceList, DeviceQuery } from '../../schema/devices.ts';

export const listDevices = endpoint(
  {
    route: 'GET /api/devices',
    summary: 'List devices, filtered, sorted and by page',
    access: permission('devices.view'),
    query: DeviceQuery,
    output: DeviceList,
    tool: {
      name: 'list_devices',
      description: 'Devices in scope, filtered by text, status, place or tag',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { query }) => list(ctx, query),
);
