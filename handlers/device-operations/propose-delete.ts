import { proposeDelete } from '../../domain/device-operations/propose.ts';
import { anyOf, permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { DeviceOperationSummary, ProposeDelete } from '../../schema/device-operations.ts';

export const proposeDeleteDevices = endpoint(
  {
    route: 'POST /api/device-operations/delete',
    summary: 'Propose to delete devices, which waits until a person approves it',
    access: anyOf(permission('devices.manage'), permission('devices.delete')),
    body: ProposeDelete,
    output: DeviceOperationSummary,
    status: 201,
    audits: ['device_operation.propose'],
    tool: {
      name: 'propose_delete_devices',
      description:
        'Propose to delete up to 500 devices from the server. This only makes a proposal: nothing is deleted until a person types the number of devices and approves it in the console, and they may reject it. The same proposal made again while it waits is answered, not doubled',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    },
  },
  (ctx, { body }) => proposeDelete(ctx, body),
);
