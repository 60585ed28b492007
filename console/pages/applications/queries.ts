import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/solid-query';
import { api, type Output } from '../../api.ts';
import { can, me } from '../../session.ts';

export type Application = Output<'GET /api/oauth-apps'>['oauth_apps'][number];
export type Policy = Output<'GET /api/oauth-apps'>['policy'];
export type Grant = Output<'GET /api/me/oauth-grants'>['oauth_grants'][number];

/** Lets in, removes, and says who may register: instance-wide, so not for somebody with an access scope. */
export const decides = () => can('api_tokens.manage') && me()?.unscoped === true;

const PAGE = 100;

/** Applications page by page, those that wait first. */
export const useApplicationPages = (q: () => string) =>
  useInfiniteQuery(() => ({
    queryKey: ['oauth_apps', { q: q(), limit: PAGE }],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/oauth-apps', {
        query: { limit: PAGE, ...(q() && { q: q() }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page: Output<'GET /api/oauth-apps'>) => page.next_cursor,
    placeholderData: keepPreviousData,
    enabled: can('api_tokens.manage'),
  }));

/** What acts for an account, for its page. */
export const useApplicationsOf = (userId: () => string) =>
  useQuery(() => ({
    queryKey: ['oauth_apps', { user_id: userId() }],
    queryFn: ({ signal }) => api('GET /api/oauth-apps', { query: { user_id: userId() }, signal }),
    enabled: can('api_tokens.manage'),
  }));

/** What acts for whoever is signed in. */
export const useGrants = () =>
  useQuery(() => ({
    queryKey: ['oauth_apps', { mine: true }],
    queryFn: ({ signal }) => api('GET /api/me/oauth-grants', { signal }),
  }));

/** Where MCP answers: at an address of its own, or beside the console. */
export const mcpEndpoint = ({ server }: Output<'GET /api/config'>): string =>
  `${server.mcp_url ?? server.console_url}/mcp`;
