import * as clients from '../../domain/clients.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ClientList, ClientQuery } from '../../schema/organisation.ts';

export const listClients = endpoint(
  {
    route: 'GET /api/clients',
    summary: 'List companies',
    access: permission('clients.view'),
    query: ClientQuery,
    output: ClientList,
    tool: {
      name: 'list_clients',
      description:
        'Companies by name, with how many devices each has and how many of these are online. q finds one by words in its name.',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { query }) => clients.list(ctx, query),
);
