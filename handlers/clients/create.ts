import * as clients from '../../domain/clients.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Client, ClientEdit } from '../../schema/organisation.ts';

export const createClient = endpoint(
  {
    route: 'POST /api/clients',
    summary: 'Create a company',
    access: permission('clients.manage'),
    body: ClientEdit,
    output: Client,
    status: 201,
    audits: ['client.create'],
  },
  (ctx, { body }) => clients.create(ctx, body),
);
