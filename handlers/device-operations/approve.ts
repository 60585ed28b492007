import { approve } from '../../domain/device-operations/decide.ts';
import { anyOf, permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { DeviceOperation, OperationApprove, OperationFound } from '../../schema/device-operations.ts';

export const approveDeviceOperation = endpoint(
  {
    route: 'POST /api/device-operations/:id/approve',
    summary: 'Approve a waiting proposal, which moves or deletes its devices',
    // The kind is in the row: the domain asks for clients.manage for a move and devices.delete for a deletion.
    access: anyOf(permission('clients.manage'), permission('devices.delete')),
    params: IdParam,
    body: OperationApprove,
    output: DeviceOperation,
    refusals: { 409: OperationFound },
    audits: ['device_operation.approve', 'device.move', 'device.delete', 'user.disable', 'device_operation.reject'],
  },
  (ctx, { params, body }) => approve(ctx, params.id, body),
);
