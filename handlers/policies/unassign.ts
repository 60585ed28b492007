import { remove } from '../../domain/policies/assignments.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AssignmentParam } from '../../schema/policies.ts';

export const unassignPolicy = endpoint(
  {
    route: 'DELETE /api/policies/assignments/:aid',
    summary: 'Take a policy away from a place',
    access: permission('policies.manage'),
    params: AssignmentParam,
    audits: ['policy.unassign'],
  },
  (ctx, { params }) => remove(ctx, params.aid),
);
