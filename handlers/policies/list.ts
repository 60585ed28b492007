import { list } from '../../domain/policies/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { PolicyList, PolicyQuery } from '../../schema/policies.ts';

export const listPolicies = endpoint(
  {
    route: 'GET /api/policies',
    summary: 'List policies, by name',
    access: permission('policies.view'),
    query: PolicyQuery,
    output: PolicyList,
  },
  (ctx, { query }) => list(ctx, query),
);
