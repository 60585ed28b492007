import { create } from '../../domain/roles/create.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Role, RoleCreate } from '../../schema/roles.ts';

export const createRole = endpoint(
  {
    route: 'POST /api/roles',
    summary: 'Create a custom role',
    access: unscoped(permission('roles.manage')),
    body: RoleCreate,
    output: Role,
    status: 201,
    audits: ['role.create'],
  },
  (ctx, { body }) => create(ctx, body),
);
