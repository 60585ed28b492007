import { edit } from '../../domain/webhooks/save.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { WebhookEdit, WebhookSaved } from '../../schema/webhooks.ts';

export const editWebhook = endpoint(
  {
    route: 'PATCH /api/webhooks/:id',
    summary: 'Change a webhook; another URL needs the secret again',
    access: unscoped(permission('settings.manage')),
    params: IdParam,
    body: WebhookEdit,
    output: WebhookSaved,
    audits: ['webhook.update'],
    transaction: 'own',
  },
  (ctx, { params, body }) => edit(ctx, params.id, body),
);
