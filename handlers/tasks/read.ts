import { read } from '../../domain/tasks/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Task } from '../../schema/tasks.ts';

export const readTask = endpoint(
  {
    route: 'GET /api/tasks/:id',
    summary: 'Read a scheduled task',
    access: permission('tasks.view'),
    params: IdParam,
    output: Task,
  },
  (ctx, { params }) => read(ctx, params.id),
);
