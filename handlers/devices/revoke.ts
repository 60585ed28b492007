import { revoke } from '../../domain/devices/revoke.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Device } from '../../schema/devices.ts';

export const revokeDevice = endpoint(
  {
    route: 'POST /api/devices/:id/revoke',
    summary: 'Revoke the identity of a device: it needs a fresh enrollment',
    access: permission('devices.delete'),
    params: IdParam,
    output: Device,
    audits: ['device.revoke'],
  },
  (ctx, { params }) => revoke(ctx, params.id),
);
