import type { Ctx } from '../context.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import { endGrantsOf } from '../oauth/sso-grants.ts';
import { notFound } from '../problem.ts';
import { endSessionsOf } from '../sessions/end.ts';
import { manage } from '../users/delegation.ts';
import { lockAccess } from '../users/lock.ts';
import { requireOther } from '../users/protection.ts';

/**
 * Takes the link between an account and its identity away, with its sessions and what is about to become one. Its password
 * of before works again; an account without one gets it by a mailed link or from whoever manages it (users/set-password.ts),
 * which is refused before. Not for the own account: a session that somebody found would lead past the provider. The next sign-in at the provider may link it anew (account.ts).
 * @throws 404 for an account that is not linked too, 403, 409 own_account
 */
export async function unlink(ctx: Ctx, id: string): Promise<void> {
  await lockAccess(ctx);
  const account = await manage(ctx, id);
  requireOther(ctx, account);
  const [identity] = await ctx.sql<{ issuer: string }[]>`
    delete from sso_identities where user_id = ${id} returning issuer`;
  if (!identity) throw notFound('SSO link');
  await ctx.sql`delete from sso_exchanges where user_id = ${id}`;
  await endGrantsOf(ctx, id);
  const sessionIds = await endSessionsOf(ctx, [id]);
  await ctx.audit('user.sso.unlink', { id, name: account.username }, { issuer: identity.issuer });
  await tellOwner(ctx, id, { kind: 'account.sso_changed', change: 'unlinked' });
  ctx.emit({ type: 'access.changed', sessionIds });
  ctx.emit({ type: 'changed', noun: 'users', ids: [id] });
}
