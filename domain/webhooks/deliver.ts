import { changed } from '../changed.ts';
import { type Ctx, transaction } from '../context.ts';
import { giveBack, remove } from '../mail/claim.ts';
import { payloadPlace } from '../mail/queue.ts';
import { maxAttempts } from '../mail/states.ts';
import type { ClaimedDelivery } from './claim.ts';
import { secretPlace } from './record.ts';
import { type WebhookCall, WebhookError } from './sender.ts';
import { sign } from './sign.ts';

/** Of a reason, kept and shown. */
const WORDS = 300;

/** How a try went; `next` is when it is tried again, undefined for never. */
export type DeliveryOutcome = { sent: true } | { sent: false; reason: string; next: Date | undefined };

/** What one post came to: a status, and why it does not count as taken. */
export interface Posted {
  status: number | null;
  error: string | null;
}

/** What a try cannot mend. */
class Unsendable extends Error {
  override name = 'Unsendable';
}

/**
 * Makes one claimed delivery and says so in its row and at its webhook. Waits for the network, so never inside a
 * transaction. A process that dies in between makes it again after the lease, with the same id.
 */
export async function deliverWebhook(ctx: Ctx, delivery: ClaimedDelivery): Promise<DeliveryOutcome> {
  try {
    if (delivery.attempts >= maxAttempts) throw new Unsendable('Each of its senders ended while sending it.');
    const { event, body, secret } = open(ctx, delivery);
    const { status, error } = await post(ctx, { id: delivery.id, url: delivery.url, secret, event, body });
    if (status !== null && error === null) return await taken(ctx, delivery, status);
    return await refused(ctx, delivery, { status, error: error ?? '' }, false);
  } catch (error) {
    if (!(error instanceof Unsendable)) throw error;
    return refused(ctx, delivery, { status: null, error: error.message }, true);
  }
}

/** Signs and posts; what the receiver or the way to it does wrong comes back as `error`. */
export async function post(
  ctx: Ctx,
  { id, url, secret, event, body }: { id: string; url: string; secret: string; event: string; body: string },
): Promise<Posted> {
  const timestamp = String(Math.floor(ctx.now().getTime() / 1000));
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': `Muster/${ctx.settings.version}`,
    'X-Muster-Event': event,
    'X-Muster-Delivery': id,
    'X-Muster-Timestamp': timestamp,
    'X-Muster-Signature': sign(secret, timestamp, body),
  };
  const call: WebhookCall = { url, headers, body, publicOnly: !ctx.settings.webhooksMayBePrivate };
  if (new URL(url).protocol !== 'https:' && call.publicOnly)
    return { status: null, error: 'http is not allowed any more: RMM_WEBHOOKS_ALLOW_PRIVATE is off.' };
  try {
    const { status, text } = await ctx.webhooks.send(call);
    if (status >= 200 && status < 300) return { status, error: null };
    const said = status >= 300 && status < 400 ? 'Redirects are not followed.' : oneLine(text);
    return { status, error: `It answered ${status}. ${said}`.trim() };
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return { status: null, error: oneLine(error.message) };
  }
}

/** @throws Unsendable when it cannot be opened: no later try will find it otherwise */
function open({ secrets }: Ctx, { id, webhook_id, payload, secret, kind }: ClaimedDelivery) {
  try {
    return {
      event: kind,
      body: secrets.open(payloadPlace(id), payload),
      secret: secrets.open(secretPlace(webhook_id), secret),
    };
  } catch {
    throw new Unsendable('What it says, or its secret, cannot be read any more.');
  }
}

const taken = (ctx: Ctx, delivery: ClaimedDelivery, status: number): Promise<DeliveryOutcome> =>
  transaction(ctx, async (inside) => {
    const { id, webhook_id, kind, attempts, created_at } = delivery;
    await lock(inside, webhook_id);
    if (await remove(inside, delivery)) {
      await inside.sql`
        insert into webhook_deliveries (id, webhook_id, event, attempts, status, created_at, delivered_at)
        select ${id}, w.id, ${kind}, ${attempts + 1}, ${status}, ${created_at}, ${inside.now()} from webhooks w where w.id = ${webhook_id}
        on conflict (id) do nothing`;
      await note(inside, webhook_id, { status, error: null });
    }
    return { sent: true };
  });

const refused = (ctx: Ctx, delivery: ClaimedDelivery, posted: Posted, final: boolean): Promise<DeliveryOutcome> =>
  transaction(ctx, async (inside) => {
    const reason = posted.error ?? '';
    await lock(inside, delivery.webhook_id);
    const next = await giveBack(inside, delivery, reason, final);
    await note(inside, delivery.webhook_id, posted);
    return { sent: false, reason, next };
  });

/** The webhook before its deliveries, in the order in which it is deleted with them. */
const lock = ({ sql }: Ctx, webhookId: string) => sql`select from webhooks where id = ${webhookId} for no key update`;

/** At the webhook, how its last try went. */
export async function note(ctx: Ctx, webhookId: string, { status, error }: Posted): Promise<void> {
  await ctx.sql`
    update webhooks set last_delivery_at = ${ctx.now()}, last_status = ${status}, last_error = ${error} where id = ${webhookId}`;
  changed(ctx, 'webhooks', [webhookId]);
}

const oneLine = (text: string): string =>
  text
    .replaceAll('\0', '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, WORDS);
