import { QueryClient } from '@tanstack/solid-query';
import { ApiError } from './api-error.ts';

/**
 * The cache of what the server said. Keys begin with the noun (`['devices', id]`, `['devices', { q }]`), because live
 * hints name nouns. Nothing goes stale by age while the live socket is up; it says what changed, or that it is down.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Rows keep their identity across refetches, so that lists update in place.
      reconcile: 'id',
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && passing(error),
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
  },
});

/** Worth another try: no answer, or the server said that it passes. A refusal (4xx) stays one. */
function passing(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}
