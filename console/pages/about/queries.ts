import { api } from '../../api.ts';

/** What is in force on this server; the shell asks the same, so it is asked once. */
export const configQuery = () => ({
  queryKey: ['config'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /api/config', { signal }),
});
