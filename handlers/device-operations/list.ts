import { list } from '../../domain/device-operations/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { OperationList, OperationQuery } from '../../schema/device-operations.ts';

export const listDeviceOperations = endpoint(
  {
    route: 'GET /api/device-operations',
    summary: 'List proposals to move or delete devices, waiting ones first, then those decided last',
    access: permission('devices.view'),
    query: OperationQuery,
    output: OperationList,
    tool: {
      name: 'list_device_operations',
      description:
        'Proposals to move or delete devices and what became of them: waiting ones first, then those decided last. A person approves or rejects them in the console',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { query }) => list(ctx, query),
);
