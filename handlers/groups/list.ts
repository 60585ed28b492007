import * as groups from '../../domain/groups.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { GroupList, GroupQuery } from '../../schema/organisation.ts';

export const listGroups = endpoint(
  {
    route: 'GET /api/groups',
    summary: 'List departments',
    access: permission('clients.view'),
    query: GroupQuery,
    output: GroupList,
    tool: {
      name: 'list_groups',
      description: 'Departments of the sites by name, with device counts; site_id limits them to one site.',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { query }) => groups.list(ctx, query),
);
