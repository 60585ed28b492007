import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { permissionCatalog, permissionKeys } from '../../schema/permissions.ts';
import { PermissionList } from '../../schema/roles.ts';

export const listPermissions = endpoint(
  {
    route: 'GET /api/permissions',
    summary: 'List every permission there is',
    access: permission('roles.manage'),
    output: PermissionList,
  },
  () => ({ permissions: permissionKeys.map((key) => ({ key, description: permissionCatalog[key] })) }),
);
