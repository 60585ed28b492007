import { countTargets } from '../../domain/tasks/targets.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { TaskTargets } from '../../schema/tasks.ts';

export const countTaskTargets = endpoint(
  {
    route: 'GET /api/tasks/:id/targets',
    summary: 'Count the devices that a run would reach now, of those in scope',
    access: permission('tasks.view'),
    params: IdParam,
    output: TaskTargets,
  },
  (ctx, { params }) => countTargets(ctx, params.id),
);
