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

/** What it holds that the caller does not: nobody gives or changes that. */
export function lackedIn(role: Pick<Role, 'permissions'>): Permission[] {
  const held = me()?.permissions ?? [];
  return role.permissions.filter((permission) => !held.includes(permission));
}

/** Whether the caller may hand it out; a scoped account never hands out the admin role. */
export function mayAssign(role: Role): boolean {
  const principal = me();
  if (!principal || (role.key === 'admin' && !principal.unscoped)) return false;
  return lackedIn(role).length === 0;
}

/** Whether the caller may change it: a role of one's own, without an access scope, and nothing in it that they lack. */
export const mayEdit = (role: Role): boolean => !role.builtin && me()?.unscoped === true && lackedIn(role).length === 0;

/** With both, an AI application approves what it proposed: the second pair of eyes is gone. */
export const approvesItself = (permissions: readonly Permission[]): boolean =>
  permissions.includes('mcp.use') && permissions.includes('jobs.manage');
