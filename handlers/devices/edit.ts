import { edit } from '../../domain/devices/edit.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Device, DeviceEdit } from '../../schema/devices.ts';

export const editDevice = endpoint(
  {
    route: 'PATCH /api/devices/:id',
    summary: 'Set the description, note and tags of a device',
    access: permission('devices.manage'),
    params: IdParam,
    body: DeviceEdit,
    output: Device,
    audits: ['device.update'],
  },
  (ctx, { params, body }) => edit(ctx, params.id, body),
);
