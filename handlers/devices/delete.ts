import { remove } from '../../domain/devices/delete.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const deleteDevice = endpoint(
  {
    route: 'DELETE /api/devices/:id',
    summary: 'Delete a device with what belongs to it',
    access: permission('devices.delete'),
    params: IdParam,
    audits: ['device.delete', 'user.disable', 'device_operation.reject'],
  },
  (ctx, { params }) => remove(ctx, params.id),
);
