import { list } from '../../domain/webhooks/record.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { WebhookList } from '../../schema/webhooks.ts';

export const listWebhooks = endpoint(
  {
    route: 'GET /api/webhooks',
    summary: 'List webhooks, without their secrets',
    access: unscoped(permission('settings.manage')),
    output: WebhookList,
  },
  (ctx) => list(ctx),
);
