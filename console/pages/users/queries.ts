import { useQuery } from '@tanstack/solid-query';
import { api, type Output } from '../../api.ts';
import { can } from '../../session.ts';

export type User = Output<'GET /api/users'>['users'][number];
export type ScopeRow = User['scopes'][number];

/** Accounts that the caller may manage, by name. */
export const useUsers = () =>
  useQuery(() => ({
    queryKey: ['users'],
    queryFn: ({ signal }) => api('GET /api/users', { signal }),
    enabled: can('users.manage'),
  }));
