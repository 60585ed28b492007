import { moveToGroup } from '../../domain/devices/move.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Device, DeviceGroup } from '../../schema/devices.ts';

export const moveDeviceToGroup = endpoint(
  {
    route: 'PATCH /api/devices/:id/group',
    summary: 'Put a device into a department of its site, or into none',
    access: permission('clients.manage'),
    params: IdParam,
    body: DeviceGroup,
    output: Device,
    audits: ['device.move'],
  },
  (ctx, { params, body }) => moveToGroup(ctx, params.id, body.group_id),
);
