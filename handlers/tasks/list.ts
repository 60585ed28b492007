import { list } from '../../domain/tasks/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { TaskList, TaskQuery } from '../../schema/tasks.ts';

export const listTasks = endpoint(
  {
    route: 'GET /api/tasks',
    summary: 'List scheduled tasks by name',
    access: permission('tasks.view'),
    query: TaskQuery,
    output: TaskList,
  },
  (ctx, { query }) => list(ctx, query),
);
