import { list } from '../../domain/roles/list.ts';
import { anyOf, permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { RoleList } from '../../schema/roles.ts';

export const listRoles = endpoint(
  {
    route: 'GET /api/roles',
    summary: 'List roles with their permissions',
    access: anyOf(permission('roles.manage'), permission('users.manage'), permission('api_tokens.manage')),
    output: RoleList,
  },
  (ctx) => list(ctx),
);
