import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/solid-query';
import { api, type Output } from '../../api.ts';
import { can } from '../../session.ts';

export type ApiToken = Output<'GET /api/api-tokens'>['api_tokens'][number];
/** With its value, which only the answer to its creation holds. */
export type IssuedToken = Output<'POST /api/api-tokens'>;

/** What narrows the list, as its address has it. */
export type TokenFilter = { q?: string; role?: string; user_id?: string };

const PAGE = 100;

/** Tokens, newest first and page by page; a scoped caller's own. */
export const useTokenPages = (filter: () => TokenFilter) =>
  useInfiniteQuery(() => ({
    queryKey: ['api_tokens', { ...filter(), limit: PAGE }],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/api-tokens', {
        query: { ...filter(), limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page: Output<'GET /api/api-tokens'>) => page.next_cursor,
    // What was found before stays while somebody types on.
    placeholderData: keepPreviousData,
    enabled: can('api_tokens.manage'),
  }));

/** The newest that match, for a list beside something else. */
export const useSomeTokens = (filter: () => TokenFilter & { limit: number }) =>
  useQuery(() => ({
    queryKey: ['api_tokens', filter()],
    queryFn: ({ signal }) => api('GET /api/api-tokens', { query: filter(), signal }),
    enabled: can('api_tokens.manage'),
  }));
