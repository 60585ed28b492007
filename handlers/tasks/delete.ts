import { remove } from '../../domain/tasks/save.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const deleteTask = endpoint(
  {
    route: 'DELETE /api/tasks/:id',
    summary: 'Delete a task; its jobs stay',
    access: permission('tasks.manage'),
    params: IdParam,
    audits: ['task.delete'],
  },
  (ctx, { params }) => remove(ctx, params.id),
);
