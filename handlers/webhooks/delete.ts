import { remove } from '../../domain/webhooks/save.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const deleteWebhook = endpoint(
  {
    route: 'DELETE /api/webhooks/:id',
    summary: 'Delete a webhook and what waits for it',
    access: unscoped(permission('settings.manage')),
    params: IdParam,
    audits: ['webhook.delete'],
  },
  (ctx, { params }) => remove(ctx, params.id),
);
