import { create } from '../../domain/webhooks/save.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { WebhookCreate, WebhookSaved } from '../../schema/webhooks.ts';

export const createWebhook = endpoint(
  {
    route: 'POST /api/webhooks',
    summary: 'Add a webhook; a secret that the server makes is shown once',
    access: unscoped(permission('settings.manage')),
    body: WebhookCreate,
    output: WebhookSaved,
    status: 201,
    audits: ['webhook.create'],
    transaction: 'own',
  },
  (ctx, { body }) => create(ctx, body),
);
