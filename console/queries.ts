import { type Query, QueryClient } from '@tanstack/solid-query';
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

/**
 * An invalidation begins anew what is being read again, but joins a first read, whose answer may be from before the change:
 * that one is then read once more.
 */
const overtaken = new WeakSet<Query>();
queries.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return;
  const { query, action } = event;
  const { data, fetchStatus } = query.state;
  if (action.type === 'invalidate' && data === undefined && fetchStatus !== 'idle') overtaken.add(query);
  if (action.type === 'success' && overtaken.delete(query))
    void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
});

/** Worth another try: no answer, or the server said that it passes. A refusal (4xx) stays one. */
function passing(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}
