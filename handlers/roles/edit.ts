import { edit } from '../../domain/roles/edit.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Role, RoleEdit, RoleParam } from '../../schema/roles.ts';

export const editRole = endpoint(
  {
    route: 'PUT /api/roles/:key',
    summary: 'Change a custom role',
    access: unscoped(permission('roles.manage')),
    params: RoleParam,
    body: RoleEdit,
    output: Role,
    audits: ['role.update'],
  },
  (ctx, { params, body }) => edit(ctx, params.key, body),
);
