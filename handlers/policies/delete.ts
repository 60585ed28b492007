import { remove } from '../../domain/policies/save.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const deletePolicy = endpoint(
  {
    route: 'DELETE /api/policies/:id',
    summary: 'Delete a policy with its checks and tasks',
    access: permission('policies.manage'),
    params: IdParam,
    audits: ['policy.delete'],
  },
  (ctx, { params }) => remove(ctx, params.id),
);
