import type { TestMailSent } from '../../schema/mail.ts';
import type { Ctx } from '../context.ts';
import { conflict, Problem } from '../problem.ts';
import { readOwn } from '../users/record.ts';
import { alertRelay } from './alert-relay.ts';
import type { MailTransport } from './queue.ts';
import { render } from './render.ts';
import { MailError, type MailRelay } from './transport.ts';

/**
 * Mails the caller's own address at once, past the outbox, and says how it went: whoever sets a relay up waits for that.
 * The relay for alerts may be tried before it is switched on. Waits for the network, so never inside a transaction.
 * @throws 400 no_address, 409 smtp_not_configured, 503 mail_refused with the relay's own words
 */
export async function sendTestMail(ctx: Ctx, transport: MailTransport): Promise<TestMailSent> {
  const { recipient, language } = await ownAddress(ctx);
  const relay = await chosenRelay(ctx, transport);
  await ctx.audit('config.smtp.test', { id: null, name: transport }, { transport });
  try {
    if (relay instanceof MailError) throw relay;
    const words = render({ kind: 'test', transport }, language, ctx.settings);
    await ctx.mailer.send(relay, { ...words, to: recipient });
  } catch (error) {
    if (error instanceof MailError) throw new Problem(503, 'mail_refused', error.message, { cause: error });
    throw error;
  }
  return { recipient };
}

/** Nobody else's: a test is no way to write to people. @throws 400 no_address */
async function ownAddress(ctx: Ctx): Promise<{ recipient: string; language: string | null }> {
  const own = ctx.actor.userId ? await readOwn(ctx, ctx.actor.userId) : undefined;
  if (own?.email) return { recipient: own.email, language: own.language };
  const why = ctx.actor.userId
    ? 'your account has none.'
    : 'this token belongs to no account: sign in with an account that has one.';
  throw new Problem(400, 'no_address', `A test goes to your own address, and ${why}`);
}

/** A relay whose password cannot be opened is there, and answers like one that refuses. @throws 409 smtp_not_configured */
async function chosenRelay(ctx: Ctx, transport: MailTransport): Promise<MailRelay | MailError> {
  try {
    const relay = transport === 'account' ? ctx.settings.accountRelay : await alertRelay(ctx);
    if (relay) return relay;
  } catch (error) {
    if (error instanceof MailError) return error;
    throw error;
  }
  throw conflict('smtp_not_configured', 'There is no mail server to test.');
}
