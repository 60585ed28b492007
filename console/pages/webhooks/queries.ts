import { useQuery } from '@tanstack/solid-query';
import { api, type Output } from '../../api.ts';
import { can, me } from '../../session.ts';

export type Webhook = Output<'GET /api/webhooks'>['webhooks'][number];
/** With its secret, where the server made one: only the answer that made it holds it. */
export type SavedWebhook = Output<'POST /api/webhooks'>;
export type Delivery = Output<'GET /api/webhooks/:id/deliveries'>['deliveries'][number];

/** Instance-wide, so not for somebody with an access scope. */
export const seesWebhooks = () => can('settings.manage') && me()?.unscoped === true;

export const useWebhooks = () =>
  useQuery(() => ({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => api('GET /api/webhooks', { signal }),
    enabled: seesWebhooks(),
  }));

export const useDeliveries = (id: () => string) =>
  useQuery(() => ({
    queryKey: ['webhooks', id(), 'deliveries'],
    queryFn: ({ signal }) =>
      api('GET /api/webhooks/:id/deliveries', { params: { id: id() }, query: { limit: 20 }, signal }),
    enabled: seesWebhooks(),
  }));
