import * as sites from '../../domain/sites.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { SiteList, SiteQuery } from '../../schema/organisation.ts';

export const listSites = endpoint(
  {
    route: 'GET /api/sites',
    summary: 'List sites',
    access: permission('clients.view'),
    query: SiteQuery,
    output: SiteList,
    tool: {
      name: 'list_sites',
      description: 'Sites of the companies by name, with device counts; client_id limits them to one company.',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { query }) => sites.list(ctx, query),
);
