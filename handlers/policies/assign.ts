import { add } from '../../domain/policies/assignments.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { AssignmentCreate, PolicyAssignment } from '../../schema/policies.ts';

export const assignPolicy = endpoint(
  {
    route: 'POST /api/policies/:id/assignments',
    summary: 'Assign a policy to a company, site, department (group) or device (agent)',
    access: permission('policies.manage'),
    params: IdParam,
    body: AssignmentCreate,
    output: PolicyAssignment,
    status: 201,
    audits: ['policy.assign'],
  },
  (ctx, { params, body }) => add(ctx, params.id, body),
);
