import { create } from '../../domain/policies/save.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Policy, PolicyCreate } from '../../schema/policies.ts';

export const createPolicy = endpoint(
  {
    route: 'POST /api/policies',
    summary: 'Create a policy that reaches nothing yet',
    access: permission('policies.manage'),
    body: PolicyCreate,
    output: Policy,
    status: 201,
    audits: ['policy.create'],
  },
  (ctx, { body }) => create(ctx, body),
);
