import * as edit from '../../domain/devices/edit.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Device, RemoteIds } from '../../schema/devices.ts';

export const setRemoteIds = endpoint(
  {
    route: 'PATCH /api/devices/:id/remote-ids',
    summary: 'Set under which ids external remote tools know a device',
    access: permission('devices.manage'),
    params: IdParam,
    body: RemoteIds,
    output: Device,
    audits: ['device.update'],
  },
  (ctx, { params, body }) => edit.setRemoteIds(ctx, params.id, body),
);
