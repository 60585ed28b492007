import type { ConfirmationAsked } from '../../schema/account-links.ts';
import type { User } from '../../schema/users.ts';
import { offerConfirmation, sendConfirmation } from '../account-links/confirmation.ts';
import { voidLinks } from '../account-links/links.ts';
import type { Ctx } from '../context.ts';
import { maskAddress, tellOwner } from '../mail/tell-owner.ts';
import { conflict } from '../problem.ts';
import { violatedConstraint } from '../sql.ts';
import { manage } from './delegation.ts';
import { lockAccess } from './lock.ts';
import { read } from './record.ts';

/**
 * Sets the account's mail address; blank clears it. A new one is unconfirmed, ends every link that was mailed to the old
 * one, and gets a link to confirm it. The same again changes nothing.
 * @throws 404, 403 (also for an account that holds what the caller lacks: whoever reads its mail sets its password), 409
 * email_taken
 */
export async function changeEmail(ctx: Ctx, id: string, wanted: string): Promise<User> {
  await lockAccess(ctx);
  const account = await manage(ctx, id);
  const before = await read(ctx, id);
  const email = wanted || null;
  if (email === before.email) return before;
  await tellOwner(ctx, id, { kind: 'account.email_changed', to: email && maskAddress(email) }); // at the old one
  await ctx.sql`
    update users set email = ${email}, email_confirmed_at = null, updated_at = ${ctx.now()}
    where id = ${id}`.catch((error: unknown) => {
    if (violatedConstraint(error) !== 'users_email_key') throw error;
    throw conflict('email_taken', `An account with the address ${email} exists.`);
  });
  await voidLinks(ctx, [id]);
  await ctx.audit('user.email.update', { id, name: account.username }, { from: before.email, to: email });
  await offerConfirmation(ctx, id);
  ctx.emit({ type: 'changed', noun: 'users', ids: [id] });
  return read(ctx, id);
}

/** Mails somebody a link to confirm their address. @throws 404, 403, 409 and 429 as sendConfirmation() */
export async function askToConfirm(ctx: Ctx, id: string): Promise<ConfirmationAsked> {
  await lockAccess(ctx);
  await manage(ctx, id);
  return sendConfirmation(ctx, id);
}
