import type { WebhookTested } from '../../schema/webhooks.ts';
import type { Ctx } from '../context.ts';
import { note, post } from './deliver.ts';
import { findTarget, secretPlace } from './record.ts';

/**
 * Posts one delivery with the event `test` at once, past the outbox, and says how it went: whoever sets a receiver up waits
 * for that. A disabled webhook may be tried before it is switched on. Waits for the network, so never inside a transaction.
 * @throws 404
 */
export async function sendTest(ctx: Ctx, id: string): Promise<WebhookTested> {
  const { name, url, secret } = await findTarget(ctx, id);
  await ctx.audit('webhook.test', { id, name }, { host: new URL(url).host });
  const [made] = await ctx.sql<{ delivery: string; body: string }[]>`select uuidv7() as delivery, uuidv7() as body`;
  const { delivery = '', body: bodyId = '' } = made ?? {};
  const body = JSON.stringify({
    id: bodyId,
    event: 'test',
    at: ctx.now().toISOString(),
    instance: ctx.settings.instanceName,
    subject: { kind: 'webhook', id, url: `${ctx.settings.consoleUrl}/settings/webhooks` },
    details: { name },
  });
  const started = performance.now();
  const key = ctx.secrets.open(secretPlace(id), secret);
  const posted = await post(ctx, { id: delivery, url, secret: key, event: 'test', body });
  await note(ctx, id, posted);
  return { delivered: posted.error === null, ...posted, duration_ms: Math.round(performance.now() - started) };
}
