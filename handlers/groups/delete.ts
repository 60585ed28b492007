import * as groups from '../../domain/groups.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const deleteGroup = endpoint(
  {
    route: 'DELETE /api/groups/:id',
    summary: 'Delete a department; its devices stay in the site',
    access: permission('clients.manage'),
    params: IdParam,
    audits: ['group.delete', 'user.disable', 'device_operation.reject'],
  },
  (ctx, { params }) => groups.remove(ctx, params.id),
);
