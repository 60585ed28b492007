import { list } from '../../domain/policies/assignments.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam, Page } from '../../schema/common.ts';
import { AssignmentList } from '../../schema/policies.ts';

export const listAssignments = endpoint(
  {
    route: 'GET /api/policies/:id/assignments',
    summary: 'List where a policy is assigned',
    access: permission('policies.view'),
    params: IdParam,
    query: Page,
    output: AssignmentList,
  },
  (ctx, { params, query }) => list(ctx, params.id, query),
);
