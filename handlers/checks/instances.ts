import { list } from '../../domain/checks/instances.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { InstanceList, InstanceQuery } from '../../schema/checks.ts';
import { IdParam } from '../../schema/common.ts';

export const listInstances = endpoint(
  {
    route: 'GET /api/checks/:id/instances',
    summary: 'List the devices on which a check runs, and its state there',
    access: permission('checks.view'),
    params: IdParam,
    query: InstanceQuery,
    output: InstanceList,
  },
  (ctx, { params, query }) => list(ctx, params.id, query),
);
