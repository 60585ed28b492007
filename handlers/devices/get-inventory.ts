import { read } from '../../domain/inventory/read.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Inventory, InventoryQuery } from '../../schema/inventory.ts';

export const getInventory = endpoint(
  {
    route: 'GET /api/devices/:id/inventory',
    summary: 'Read the latest inventory of a device, or a part of it',
    access: permission('devices.view'),
    params: IdParam,
    query: InventoryQuery,
    output: Inventory,
    // One may be 4 MiB. Whoever reads hundreds at once gets them one pair after another, and others get theirs meanwhile.
    limits: [
      {
        name: 'inventory.read',
        points: 2,
        windowSec: 1,
        key: ({ actor }) => `${actor.kind} ${actor.userId ?? actor.id}`,
        counts: 'underWay',
      },
    ],
    tool: {
      name: 'get_inventory',
      description:
        'What a device has in it: hardware, memory, disks, volumes, network interfaces and users; installed software and services only ' +
        'where sections names them, as in sections "software" with q "openssl". counts tells how many entries each list has, or has ' +
        'with the words of q; limit and offset lead through a long list. Refused with no_inventory before the first report of a device. ' +
        'Which devices of the fleet have a program is what get_software_report tells.',
      annotations: { readOnlyHint: true, destructiveHint: false },
      defaults: { sections: 'system,cpu,memory,disks,volumes,interfaces,users', limit: 100 },
      maximums: { limit: 200 },
    },
  },
  (ctx, { params, query }) => read(ctx, params.id, query),
);
