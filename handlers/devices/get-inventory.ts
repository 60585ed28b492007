import { read } from '../../domain/inventory/read.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Inventory } from '../../schema/inventory.ts';

export const getInventory = endpoint(
  {
    route: 'GET /api/devices/:id/inventory',
    summary: 'Read the latest inventory of a device',
    access: permission('devices.view'),
    params: IdParam,
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
      description: 'Hardware, volumes, network, software and services of a device',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { params }) => read(ctx, params.id),
);
