import { moveToSite } from '../../domain/devices/move.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Device, DeviceSite } from '../../schema/devices.ts';

export const moveDeviceToSite = endpoint(
  {
    route: 'PATCH /api/devices/:id/site',
    summary: 'Move a device to a site, or out of the organisation',
    access: permission('clients.manage'),
    params: IdParam,
    body: DeviceSite,
    output: Device,
    audits: ['device.move'],
  },
  (ctx, { params, body }) => moveToSite(ctx, params.id, body.site_id),
);
