import * as clients from '../../domain/clients.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const deleteClient = endpoint(
  {
    route: 'DELETE /api/clients/:id',
    summary: 'Delete a company with its sites and departments; its devices become unassigned',
    access: permission('clients.manage'),
    params: IdParam,
    audits: ['client.delete', 'user.disable', 'device_operation.reject'],
  },
  (ctx, { params }) => clients.remove(ctx, params.id),
);
