import { remove } from '../../domain/roles/remove.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { RoleParam } from '../../schema/roles.ts';

export const removeRole = endpoint(
  {
    route: 'DELETE /api/roles/:key',
    summary: 'Delete a custom role that nobody has',
    access: unscoped(permission('roles.manage')),
    params: RoleParam,
    audits: ['role.delete'],
  },
  (ctx, { params }) => remove(ctx, params.key),
);
