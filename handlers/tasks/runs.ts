import { listRuns } from '../../domain/tasks/runs.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { TaskRunQuery, TaskRuns } from '../../schema/tasks.ts';

export const listTaskRuns = endpoint(
  {
    route: 'GET /api/tasks/:id/runs',
    summary: 'List the runs of a task, newest first',
    access: permission('tasks.view'),
    params: IdParam,
    query: TaskRunQuery,
    output: TaskRuns,
  },
  (ctx, { params, query }) => listRuns(ctx, params.id, query),
);
