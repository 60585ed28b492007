import type { Ctx } from '../../domain/context.ts';
import { sendTest } from '../../domain/webhooks/send-test.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { WebhookTested } from '../../schema/webhooks.ts';

/** Enough to set a receiver up, too few to pester it. */
const testsOfWebhooks = {
  name: 'webhook.test',
  points: 30,
  windowSec: 15 * 60,
  key: (ctx: Ctx) => ctx.actor.userId ?? ctx.actor.id ?? ctx.actor.kind,
  counts: 'calls' as const,
};

export const testWebhook = endpoint(
  {
    route: 'POST /api/webhooks/:id/test',
    summary: 'Post a test to a webhook at once, and tell how it went',
    access: unscoped(permission('settings.manage')),
    params: IdParam,
    output: WebhookTested,
    audits: ['webhook.test'],
    transaction: 'own',
    limits: [testsOfWebhooks],
  },
  (ctx, { params }) => sendTest(ctx, params.id),
);
