import { useQuery } from '@tanstack/solid-query';
import { api, type Output } from '../../api.ts';
import { can } from '../../session.ts';

export type ApiToken = Output<'GET /api/api-tokens'>['api_tokens'][number];
/** With its value, which only the answer to its creation holds. */
export type IssuedToken = Output<'POST /api/api-tokens'>;

/** Tokens, newest first; a scoped caller's own. */
export const useApiTokens = () =>
  useQuery(() => ({
    queryKey: ['api_tokens'],
    queryFn: ({ signal }) => api('GET /api/api-tokens', { signal }),
    enabled: can('api_tokens.manage'),
  }));
