import { listDeliveries } from '../../domain/webhooks/deliveries.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { WebhookDeliveryList, WebhookDeliveryQuery } from '../../schema/webhooks.ts';

export const listWebhookDeliveries = endpoint(
  {
    route: 'GET /api/webhooks/:id/deliveries',
    summary: 'List the newest deliveries of a webhook, without what they said',
    access: unscoped(permission('settings.manage')),
    params: IdParam,
    query: WebhookDeliveryQuery,
    output: WebhookDeliveryList,
  },
  (ctx, { params, query }) => listDeliveries(ctx, params.id, query.limit),
);
