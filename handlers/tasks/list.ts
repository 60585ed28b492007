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
    tool: {
      name: 'list_tasks',
      description: 'Scheduled tasks of devices and policies: what they run, when, and whether that is approved',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { query }) => list(ctx, query),
);
