import type { Ctx } from '../context.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import { ownAccount } from '../me/account.ts';
import { notFound } from '../problem.ts';

/** Removes one of the caller's passkeys; codes stay, so that the account is no weaker for it. @throws 404, for somebody else's too */
export async function removeOwn(ctx: Ctx, id: string): Promise<void> {
  const userId = ownAccount(ctx);
  const [row] = await ctx.sql<{ name: string }[]>`
    delete from passkeys where id = ${id} and user_id = ${userId} returning name`;
  if (!row) throw notFound('passkey');
  await ctx.audit('user.passkey.remove', { id: userId, name: ctx.actor.name }, { passkey: row.name });
  await tellOwner(ctx, userId, { kind: 'account.second_factor_changed', change: 'passkey_removed' });
}

/**
 * Removes every passkey of the account with what is under way, and returns how many there were: nobody signs in with one
 * once the codes are off. Call it after the row in `totp` has changed, which whoever adds a passkey holds meanwhile.
 */
export async function removeAllPasskeys(ctx: Ctx, userId: string): Promise<number> {
  await ctx.sql`delete from passkey_challenges where user_id = ${userId}`;
  const { count } = await ctx.sql`delete from passkeys where user_id = ${userId}`;
  return count;
}
