import { useQuery } from '@tanstack/solid-query';
import { api } from '../../api.ts';

/** What the server says to somebody who is not signed in: its name, and which ways in there are. */
export function useAuthState() {
  const state = useQuery(() => ({
    queryKey: ['auth-state'],
    queryFn: ({ signal }) => api('GET /api/auth/state', { signal }),
  }));
  return () => (state.isSuccess ? state.data : undefined);
}
