import { useQuery } from '@tanstack/solid-query';
import { api, type Output } from '../../api.ts';
import { canAny, me, type Permission } from '../../session.ts';

export type Role = Output<'GET /api/roles'>['roles'][number];

/** Roles with what they allow; asked only by those who may read them. */
export const useRoles = () =>
  useQuery(() => ({
    queryKey: ['roles'],
    queryFn: ({ signal }) => api('GET /api/roles', { signal }),
    enabled: canAny(['roles.manage', 'users.manage', 'api_tokens.manage']),
  }));

/** Whether the caller may hand it out: nobody gives more than they hold, and a scoped account never the admin role. */
export function mayAssign(role: Role): boolean {
  const principal = me();
  if (!principal || (role.key === 'admin' && !principal.unscoped)) return false;
  return role.permissions.every((permission) => principal.permissions.includes(permission));
}

/** With both, an AI application approves what it proposed: the second pair of eyes is gone. */
export const approvesItself = (permissions: readonly Permission[]): boolean =>
  permissions.includes('mcp.use') && permissions.includes('jobs.manage');
