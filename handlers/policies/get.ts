import { read } from '../../domain/policies/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Policy } from '../../schema/policies.ts';

export const getPolicy = endpoint(
  {
    route: 'GET /api/policies/:id',
    summary: 'Read a policy',
    access: permission('policies.view'),
    params: IdParam,
    output: Policy,
  },
  (ctx, { params }) => read(ctx, params.id),
);
