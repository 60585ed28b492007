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
      description:
        'Scheduled tasks by name: which script runs where and when, the last and the next run, and whether a person has approved it. ' +
        'Tasks cannot be made or changed from here.',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { query }) => list(ctx, query),
);
