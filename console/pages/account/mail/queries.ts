import { useQuery } from '@tanstack/solid-query';
import { api, type Output } from '../../../api.ts';
import { queries } from '../../../queries.ts';
import { me } from '../../../session.ts';

export type Notifications = Output<'GET /api/me/notifications'>;
export type NotificationEvent = keyof Notifications['subscriptions'];

/** As one of the account, which live hints name: somebody else may change the address, or a mailed link confirm it. */
const key = () => ['users', me()?.user?.id ?? '', 'notifications'];

export function useNotifications() {
  return useQuery(() => ({
    queryKey: key(),
    queryFn: ({ signal }) => api('GET /api/me/notifications', { signal }),
  }));
}

export const readAgain = () => queries.invalidateQueries({ queryKey: key() });

/** Switches one event on or off; the answer is what there is now. */
export async function choose(event: NotificationEvent, on: boolean): Promise<void> {
  const now = await api('PUT /api/me/notifications', { body: { subscriptions: { [event]: on } } });
  queries.setQueryData(key(), now);
}
