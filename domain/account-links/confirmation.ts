import type { ConfirmationAsked } from '../../schema/account-links.ts';
import { ownerActor } from '../actor.ts';
import { actingAs, type Ctx } from '../context.ts';
import { queueMail } from '../mail/queue.ts';
import { conflict, notFound, Problem } from '../problem.ts';
import { type Addressee, lockAddressee, markConfirmed } from '../users/mail-address.ts';
import { waitMs } from './budget.ts';
import { createLink, takeLink, voidLinks } from './links.ts';

/**
 * Mails a link by which the owner confirms the address, in the caller's transaction. An older link to the same address goes
 * on working, since both say the same.
 * @throws 404; 409 no_email, account_disabled, smtp_not_configured; 429 too_many_requests
 */
export async function sendConfirmation(ctx: Ctx, userId: string): Promise<ConfirmationAsked> {
  const owner = await lockAddressee(ctx, userId);
  if (!owner) throw notFound('user');
  const { email } = owner;
  if (!email) throw conflict('no_email', 'This account has no mail address.');
  if (owner.confirmed) return { status: 'already_confirmed' };
  if (owner.disabled) throw conflict('account_disabled', 'This account is disabled, so it gets no mail.');
  if (!ctx.settings.accountRelay)
    throw conflict('smtp_not_configured', 'RMM_SMTP_URL is not set, so this server sends no mail about accounts.');
  const wait = await waitMs(ctx, 'email_confirmation', owner.id, email);
  if (wait > 0) throw tooMany(wait);
  await mailLink(ctx, { ...owner, email });
  return { status: 'sent' };
}

/** The same after an address has been set: nothing where no mail can go, and where the budget is used up. */
export async function offerConfirmation(ctx: Ctx, userId: string): Promise<void> {
  const owner = await lockAddressee(ctx, userId);
  if (!ctx.settings.accountRelay || !owner?.email || owner.confirmed || owner.disabled) return;
  const { email } = owner;
  if ((await waitMs(ctx, 'email_confirmation', owner.id, email)) === 0) await mailLink(ctx, { ...owner, email });
}

async function mailLink(ctx: Ctx, { id, username, email }: Addressee & { email: string }): Promise<void> {
  const { url, expiresAt } = await createLink(ctx, 'email_confirmation', id, email);
  await queueMail(ctx, {
    transport: 'account',
    content: { kind: 'account.email_confirmation', url, username, expires_at: expiresAt.toISOString() },
    recipient: email,
    userId: id,
    expiresAt,
  });
  await ctx.audit('user.email_confirmation.mail', { id, name: username }, { email });
}

/** Confirms an address by its link. @throws 400 link_invalid for an unknown, used, expired or outdated link alike */
export async function confirmAddress(ctx: Ctx, token: string): Promise<{ status: 'confirmed' }> {
  const { id, username, email } = await takeLink(ctx, 'email_confirmation', token);
  await markConfirmed(ctx, id);
  await voidLinks(ctx, [id], 'email_confirmation');
  const own = actingAs(ctx, ownerActor(id, username));
  await own.audit('user.email.confirm', { id, name: username }, { email: email ?? '' });
  ctx.emit({ type: 'changed', noun: 'users', ids: [id] });
  return { status: 'confirmed' };
}

function tooMany(waitMs: number): Problem {
  const seconds = Math.ceil(waitMs / 1000);
  return new Problem(429, 'too_many_requests', `Enough links were sent to this address. Try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
