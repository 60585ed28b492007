import { moveMany } from '../../domain/devices/move.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { BulkMove, BulkMoved } from '../../schema/devices.ts';

export const bulkMoveDevices = endpoint(
  {
    route: 'POST /api/devices/bulk/move',
    summary: 'Move all of these devices to a site, or none',
    access: permission('clients.manage'),
    body: BulkMove,
    output: BulkMoved,
    audits: ['device.move'],
  },
  (ctx, { body }) => moveMany(ctx, body),
);
