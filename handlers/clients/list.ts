import * as clients from '../../domain/clients.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ClientList } from '../../schema/organisation.ts';

export const listClients = endpoint(
  {
    route: 'GET /api/clients',
    summary: 'List companies',
    access: permission('clients.view'),
    output: ClientList,
    tool: {
      name: 'list_clients',
      description: 'Companies with their device counts',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx) => clients.list(ctx),
);
