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
      description:
        'Find devices: by words in hostname, description, user, address or tag (q), by status, company, site, department or tag. ' +
        "Answers a page with each device's place, system, addresses and status, and total, the number of all that match; " +
        'ask for limit 1 where only the number matters. Every other tool that takes agent_id wants the id from here.',
      annotations: { readOnlyHint: true, destructiveHint: false },
      hides: ['offset'],
    },
  },
  (ctx, { query }) => list(ctx, query),
);
