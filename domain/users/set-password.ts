import { voidLinks } from '../account-links/links.ts';
import { type Ctx, transaction } from '../context.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import { hashPassword } from '../passwords/hash.ts';
import { requireGoodPassword } from '../passwords/policy.ts';
import { conflict } from '../problem.ts';
import { forgetStaged } from '../second-factors/setup.ts';
import { forgetGuesses } from '../second-factors/take-code.ts';
import { endSessionsOf } from '../sessions/end.ts';
import { mustUseSso } from '../sso/linked.ts';
import { manage } from './delegation.ts';
import { lockAccess } from './lock.ts';
import { setPassword } from './own.ts';
import { requireOther } from './protection.ts';

/**
 * Sets the password of somebody who forgot theirs and reads no mail. All sessions and mailed links for a password end; the
 * second factor stays, and API tokens go on, as after a reset by mail. A disabled account stays disabled. Not for the own
 * account: a session that somebody found would do without the current password. Opens its own transaction, after the
 * password is hashed.
 * @throws 400 weak_password; 404, 403 as manage(); 409 own_account, sso_linked; 503 busy
 */
export async function setPasswordOf(ctx: Ctx, id: string, password: string): Promise<void> {
  requireGoodPassword(password, 'password');
  const passwordHash = await hashPassword(password, ctx.random);
  await transaction(ctx, async (inside) => {
    await lockAccess(inside);
    const account = await manage(inside, id);
    requireOther(inside, account);
    if (await mustUseSso(inside, id))
      throw conflict(
        'sso_linked',
        'This account signs in over single sign-on, where a password is not accepted. Remove its link first.',
      );
    await setPassword(inside, id, passwordHash);
    await forgetGuesses(inside, id);
    await forgetStaged(inside, id);
    const sessionIds = await endSessionsOf(inside, [id]);
    await voidLinks(inside, [id], 'password_reset');
    await inside.audit('user.password.set', { id, name: account.username }, { sessions_revoked: sessionIds.length });
    await tellOwner(inside, id, { kind: 'account.password_changed', change: 'by_administrator' });
    inside.emit({ type: 'access.changed', sessionIds });
  });
}
