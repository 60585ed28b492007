import { read } from '../../domain/devices/read.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Device } from '../../schema/devices.ts';

export const getDevice = endpoint(
  {
    route: 'GET /api/devices/:id',
    summary: 'Read a device',
    access: permission('devices.view'),
    params: IdParam,
    output: Device,
    lookup: true,
    tool: {
      name: 'get_device',
      description:
        'One device by its id: place, operating system, addresses, user, last contact, agent version, identity. ' +
        'Hardware, volumes, software and services are in get_inventory.',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { params }) => read(ctx, params.id),
);
