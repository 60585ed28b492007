import { voidLinks } from '../account-links/links.ts';
import { type Ctx, transaction } from '../context.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import { hashPassword } from '../passwords/hash.ts';
import { requireGoodPassword } from '../passwords/policy.ts';
import { invalid } from '../problem.ts';
import { forgetStaged } from '../second-factors/setup.ts';
import { forgetGuesses } from '../second-factors/take-code.ts';
import { endSessionsOf } from '../sessions/end.ts';
import { replacePassword } from '../users/own.ts';
import { ownAccount } from './account.ts';
import { requireCurrentPassword, wrongPassword } from './current-password.ts';

interface Change {
  current_password: string;
  new_password: string;
}

/**
 * Changes the caller's password, ends the account's other sessions, and the links by which another one could be set. Opens
 * its own transaction, after the passwords are checked and hashed.
 * @throws 403 no_account, no_password, wrong_password; 400 weak_password, password_unchanged
 */
export async function changePassword(ctx: Ctx, change: Change): Promise<void> {
  const id = ownAccount(ctx);
  const { username, passwordHash: before } = await requireCurrentPassword(ctx, id, change.current_password);
  requireGoodPassword(change.new_password, 'new_password');
  if (change.new_password === change.current_password)
    throw invalid('new_password', 'The new password is the current one.', 'password_unchanged');
  const after = await hashPassword(change.new_password, ctx.random);
  await transaction(ctx, async (inside) => {
    // of two changes at once one wins; to the other the current password is no longer right
    if (!(await replacePassword(inside, id, { before, after }))) throw wrongPassword();
    await forgetGuesses(inside, id);
    await forgetStaged(inside, id);
    const sessionIds = await endSessionsOf(inside, [id], ctx.actor.sessionId);
    await voidLinks(inside, [id], 'password_reset');
    await inside.audit('user.password.change', { id, name: username }, { sessions_revoked: sessionIds.length });
    await tellOwner(inside, id, { kind: 'account.password_changed', change: 'by_owner' });
    inside.emit({ type: 'access.changed', sessionIds });
  });
}
