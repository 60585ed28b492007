import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/solid-query';
import { api, type Output } from '../../api.ts';
import { queries } from '../../queries.ts';
import { can } from '../../session.ts';

export type User = Output<'GET /api/users'>['users'][number];
export type UserDetail = Output<'GET /api/users/:id'>;
export type ScopeRow = User['scopes'][number];
/** A scope row with its name and where it lies. */
export type ScopeTarget = UserDetail['scope_targets'][number];

/** What narrows the list, as its address has it. */
export type UserFilter = { q?: string; role?: string; state?: 'enabled' | 'disabled'; totp_enabled?: 'true' | 'false' };

const PAGE = 100;

/** Accounts that the caller may manage, by name, page by page. */
export const useUserPages = (filter: () => UserFilter) =>
  useInfiniteQuery(() => ({
    queryKey: ['users', { ...filter(), limit: PAGE }],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/users', { query: { ...filter(), limit: PAGE, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page: Output<'GET /api/users'>) => page.next_cursor,
    // What was found before stays while somebody types on.
    placeholderData: keepPreviousData,
    enabled: can('users.manage'),
  }));

/** The first few that match, for a list beside something else or a field that finds one. */
export const useSomeUsers = (filter: () => UserFilter & { limit: number }, enabled: () => boolean = () => true) =>
  useQuery(() => ({
    queryKey: ['users', filter()],
    queryFn: ({ signal }) => api('GET /api/users', { query: filter(), signal }),
    enabled: can('users.manage') && enabled(),
  }));

export const useUser = (id: () => string) =>
  useQuery(() => ({
    queryKey: ['users', id()],
    queryFn: ({ signal }) => api('GET /api/users/:id', { params: { id: id() }, signal }),
    enabled: can('users.manage'),
  }));

/** After an act on an account: the lists, the account itself and what counts accounts are read again. */
export async function changedUser(id: string): Promise<void> {
  void queries.invalidateQueries({ queryKey: ['roles'] });
  await queries.invalidateQueries({ predicate: ({ queryKey: [noun, one] }) => noun === 'users' && one !== id });
  await queries.invalidateQueries({ queryKey: ['users', id] });
}
