import { proposeMove } from '../../domain/device-operations/propose.ts';
import { anyOf, permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { DeviceOperationSummary, ProposeMove } from '../../schema/device-operations.ts';

export const proposeMoveDevices = endpoint(
  {
    route: 'POST /api/device-operations/move',
    summary: 'Propose to move devices to a site, which waits until a person approves it',
    access: anyOf(permission('devices.manage'), permission('clients.manage')),
    body: ProposeMove,
    output: DeviceOperationSummary,
    status: 201,
    audits: ['device_operation.propose'],
    tool: {
      name: 'propose_move_devices',
      description:
        'Propose to move up to 500 devices to a site, and to a department of it if one is given. This only makes a proposal: nothing moves until a person approves it in the console, and they may reject it. The same proposal made again while it waits is answered, not doubled',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    },
  },
  (ctx, { body }) => proposeMove(ctx, body),
);
