import { standingAudits } from '../../domain/standing-approvals/keep.ts';
import { update } from '../../domain/tasks/save.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Task, TaskUpdate } from '../../schema/tasks.ts';

export const updateTask = endpoint(
  {
    route: 'PUT /api/tasks/:id',
    summary: 'Change what is named of a task; without jobs.manage its runs wait for approval again',
    access: permission('tasks.manage'),
    params: IdParam,
    body: TaskUpdate,
    output: Task,
    audits: ['task.update', ...standingAudits],
  },
  (ctx, { params, body }) => update(ctx, params.id, body),
);
