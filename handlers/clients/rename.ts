import * as clients from '../../domain/clients.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Client, ClientEdit } from '../../schema/organisation.ts';

export const renameClient = endpoint(
  {
    route: 'PATCH /api/clients/:id',
    summary: 'Rename a company',
    access: permission('clients.manage'),
    params: IdParam,
    body: ClientEdit,
    output: Client,
    audits: ['client.rename'],
  },
  (ctx, { params, body }) => clients.rename(ctx, params.id, body),
);
