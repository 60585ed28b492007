import { ownerActor } from '../actor.ts';
import { actingAs, type Ctx, transaction } from '../context.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import { hashPassword } from '../passwords/hash.ts';
import { requireGoodPassword } from '../passwords/policy.ts';
import { forgetStaged } from '../second-factors/setup.ts';
import { endSessionsOf } from '../sessions/end.ts';
import { becomeFamiliar } from '../sessions/familiar.ts';
import { mustUseSso } from '../sso/linked.ts';
import { setPassword } from '../users/own.ts';
import { findLink, linkInvalid, takeLink, voidLinks } from './links.ts';

/**
 * Sets a new password by a mailed link. The password is judged before the link is spent, so that a weak one costs nothing;
 * hashing happens outside the transaction. All sessions end; the second factor stays, and nobody is signed in by this. API
 * tokens go on: they are credentials of their own, often of a machine.
 * @throws 400 weak_password; 400 link_invalid for an unknown, used, expired or outdated link alike; 503 busy
 */
export async function resetPassword(ctx: Ctx, { token, password }: { token: string; password: string }): Promise<void> {
  requireGoodPassword(password, 'password');
  await findLink(ctx, 'password_reset', token); // a guess is not worth a hash
  const passwordHash = await hashPassword(password, ctx.random);
  const userId = await transaction(ctx, async (inside) => {
    const { id, username } = await takeLink(inside, 'password_reset', token);
    if (await mustUseSso(inside, id)) throw linkInvalid();
    await setPassword(inside, id, passwordHash);
    await forgetStaged(inside, id);
    await voidLinks(inside, [id], 'password_reset');
    const sessionIds = await endSessionsOf(inside, [id]);
    const own = actingAs(inside, ownerActor(id, username));
    await own.audit('user.password.reset', { id, name: username }, { sessions_revoked: sessionIds.length });
    await tellOwner(own, id, { kind: 'account.password_changed', change: 'by_link' });
    inside.emit({ type: 'access.changed', sessionIds });
    return id;
  });
  becomeFamiliar(ctx, userId); // who signs in next from here is no stranger
}
