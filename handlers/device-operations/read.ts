import { read } from '../../domain/device-operations/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { DeviceOperation } from '../../schema/device-operations.ts';

export const readDeviceOperation = endpoint(
  {
    route: 'GET /api/device-operations/:id',
    summary: 'Read a proposal to move or delete devices, with its devices',
    access: permission('devices.view'),
    params: IdParam,
    output: DeviceOperation,
  },
  (ctx, { params }) => read(ctx, params.id),
);
