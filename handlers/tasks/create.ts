import { standingAudits } from '../../domain/standing-approvals/keep.ts';
import { create } from '../../domain/tasks/save.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Task, TaskCreate } from '../../schema/tasks.ts';

export const createTask = endpoint(
  {
    route: 'POST /api/tasks',
    summary: 'Make a scheduled task of a device or a policy; saved with jobs.manage it is approved',
    access: permission('tasks.manage'),
    body: TaskCreate,
    output: Task,
    status: 201,
    audits: ['task.create', ...standingAudits],
  },
  (ctx, { body }) => create(ctx, body),
);
