import { edit } from '../../domain/policies/save.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Policy, PolicyUpdate } from '../../schema/policies.ts';

export const editPolicy = endpoint(
  {
    route: 'PUT /api/policies/:id',
    summary: 'Rename or describe a policy',
    access: permission('policies.manage'),
    params: IdParam,
    body: PolicyUpdate,
    output: Policy,
    audits: ['policy.update'],
  },
  (ctx, { params, body }) => edit(ctx, params.id, body),
);
