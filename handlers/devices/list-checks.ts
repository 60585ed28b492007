import { onDevice } from '../../domain/checks/on-device.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { DeviceChecks } from '../../schema/checks.ts';
import { IdParam } from '../../schema/common.ts';

export const listDeviceChecks = endpoint(
  {
    route: 'GET /api/devices/:id/checks',
    summary: 'List the checks that run on a device, its own first',
    access: permission('checks.view'),
    params: IdParam,
    output: DeviceChecks,
  },
  (ctx, { params }) => onDevice(ctx, params.id),
);
