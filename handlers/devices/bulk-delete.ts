import { removeMany } from '../../domain/devices/bulk.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { BulkDelete, BulkDeleted } from '../../schema/devices.ts';

export const bulkDeleteDevices = endpoint(
  {
    route: 'POST /api/devices/bulk/delete',
    summary: 'Delete each of these devices on its own',
    access: permission('devices.delete'),
    body: BulkDelete,
    output: BulkDeleted,
    audits: ['device.delete', 'user.disable', 'device_operation.reject'],
    // A device that cannot be deleted does not keep the others.
    transaction: 'own',
  },
  (ctx, { body }) => removeMany(ctx, body),
);
