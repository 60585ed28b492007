import * as sites from '../../domain/sites.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Counted } from '../../schema/refusals.ts';

export const deleteSite = endpoint(
  {
    route: 'DELETE /api/sites/:id',
    summary: 'Delete a site that holds no devices, with its departments',
    access: permission('clients.manage'),
    params: IdParam,
    refusals: { 409: Counted },
    audits: ['site.delete', 'user.disable', 'device_operation.reject'],
  },
  (ctx, { params }) => sites.remove(ctx, params.id),
);
