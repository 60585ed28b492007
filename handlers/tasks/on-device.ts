import { onDevice } from '../../domain/tasks/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { DeviceTasks } from '../../schema/tasks.ts';

export const listDeviceTasks = endpoint(
  {
    route: 'GET /api/devices/:id/tasks',
    summary: 'List the tasks that run on a device, its own first, with when each last ran there',
    access: permission('tasks.view'),
    params: IdParam,
    output: DeviceTasks,
  },
  (ctx, { params }) => onDevice(ctx, params.id),
);
