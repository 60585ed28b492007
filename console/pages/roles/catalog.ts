import { api } from '../../api.ts';

/** Every permission there is. It changes with the server's version only. */
export const catalogQuery = () => ({
  queryKey: ['permissions'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /api/permissions', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
