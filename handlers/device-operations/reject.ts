import { reject } from '../../domain/device-operations/decide.ts';
import { anyOf, permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { DeviceOperation, OperationFound, OperationReject } from '../../schema/device-operations.ts';

export const rejectDeviceOperation = endpoint(
  {
    route: 'POST /api/device-operations/:id/reject',
    summary: 'Reject a waiting proposal, which changes no device',
    // As approve: the domain asks for the one that the kind needs.
    access: anyOf(permission('clients.manage'), permission('devices.delete')),
    params: IdParam,
    body: OperationReject,
    output: DeviceOperation,
    refusals: { 409: OperationFound },
    audits: ['device_operation.reject'],
  },
  (ctx, { params, body }) => reject(ctx, params.id, body),
);
