import { runAudits } from '../../domain/standing-approvals/run.ts';
import { runNow } from '../../domain/tasks/run.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { TaskQueued } from '../../schema/tasks.ts';

export const runTask = endpoint(
  {
    route: 'POST /api/tasks/:id/run',
    summary: 'Run a task now; without jobs.manage its jobs are proposed',
    access: permission('tasks.manage'),
    params: IdParam,
    output: TaskQueued,
    status: 202,
    audits: ['task.run', ...runAudits],
  },
  (ctx, { params }) => runNow(ctx, params.id),
);
