import type { User } from '../../schema/users.ts';
import type { Ctx } from '../context.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import { manage } from '../users/delegation.ts';
import { lockAccess } from '../users/lock.ts';
import { requireOther } from '../users/protection.ts';
import { read } from '../users/record.ts';
import { removeSecondFactors } from './remove.ts';

/**
 * Takes the second factor of somebody who lost it away, passkeys and recovery codes with it; the password stays. Again:
 * changes nothing. For the own account there is `disable`, which asks for a code. @throws 404, 403, 409 own_account
 */
export async function reset(ctx: Ctx, id: string): Promise<User> {
  await lockAccess(ctx);
  const account = await manage(ctx, id);
  requireOther(ctx, account);
  const { totp, passkeys } = await removeSecondFactors(ctx, id);
  if (totp || passkeys > 0) {
    await ctx.audit('user.second_factor.reset', { id, name: account.username }, { totp, passkeys_removed: passkeys });
    await tellOwner(ctx, id, { kind: 'account.second_factor_changed', change: 'reset' });
    ctx.emit({ type: 'changed', noun: 'users', ids: [id] });
  }
  return read(ctx, id);
}
