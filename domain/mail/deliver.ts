import type { Ctx } from '../context.ts';
import { alertRelay } from './alert-relay.ts';
import { type ClaimedMail, fail, finish } from './claim.ts';
import { MailContent } from './content.ts';
import { type MailTransport, payloadPlace } from './queue.ts';
import { render } from './render.ts';
import { maxAttempts } from './states.ts';
import { MailError, type MailMessage, type MailRelay } from './transport.ts';

/** How a try went; `next` is when it is tried again, undefined for never. */
export type Delivery = { sent: true } | { sent: false; error: MailError; next: Date | undefined };

/**
 * Sends one claimed mail and says so in its row. Waits for the network, so never inside a transaction. A process that dies
 * between the relay's word and the row sends it again after the lease, with the same Message-ID (ATTACKS.md 51).
 */
export async function deliver(ctx: Ctx, mail: ClaimedMail): Promise<Delivery> {
  try {
    if (mail.attempts >= maxAttempts) throw new MailError('Each of its senders ended while sending it.', 'message');
    await ctx.mailer.send(await relayFor(ctx, mail.transport), compose(ctx, mail));
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { sent: false, error, next: await fail(ctx, mail, error.message, error.obstacle === 'message') };
  }
  await finish(ctx, mail);
  return { sent: true };
}

/** The transport's own relay: a mail never leaves by the other one. @throws MailError while it is off */
async function relayFor(ctx: Ctx, transport: MailTransport): Promise<MailRelay> {
  if (transport === 'account') {
    if (ctx.settings.accountRelay) return ctx.settings.accountRelay;
    throw new MailError('RMM_SMTP_URL is not set any more.', 'relay');
  }
  const relay = await alertRelay(ctx);
  if (relay?.enabled) return relay;
  throw new MailError('Alert mail is off.', 'relay');
}

/** @throws MailError when the payload cannot be opened or read: no later try will find it otherwise */
function compose({ secrets, settings }: Ctx, { id, payload, recipient, language }: ClaimedMail): MailMessage {
  try {
    const content = MailContent.parse(JSON.parse(secrets.open(payloadPlace(id), payload)));
    return { ...render(content, language, settings), to: recipient, id };
  } catch (cause) {
    throw new MailError('What it says cannot be read any more.', 'message', cause);
  }
}
