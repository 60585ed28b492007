import type { SecondFactorDisable } from '../../schema/second-factors.ts';
import { type Ctx, transaction } from '../context.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import { ownAccount } from '../me/account.ts';
import { requireCurrentPassword, wrongPassword } from '../me/current-password.ts';
import { admit } from '../users/sign-in.ts';
import { refusedHere, secondFactorOff } from './refusals.ts';
import { removeSecondFactors } from './remove.ts';
import { type Refused, verifySecondFactor } from './verify.ts';

/**
 * Turns the caller's two-step sign-in off, passkeys with it. A recovery code will do, because the phone may be lost. Opens
 * its own transaction, after the password is checked.
 * @throws 403 no_account, no_password, wrong_password, wrong_code; 409 second_factor_off; 429 codes_paused; 503 busy
 */
export async function disable(ctx: Ctx, { current_password, code }: SecondFactorDisable): Promise<void> {
  const confirmed = await requireCurrentPassword(ctx, ownAccount(ctx), current_password);
  const { id, username } = confirmed;
  const refused = await transaction(ctx, async (inside): Promise<Refused | undefined> => {
    if (!(await admit(inside, confirmed))) throw wrongPassword();
    const verdict = await verifySecondFactor(inside, id, { code });
    if ('refused' in verdict) return verdict; // and let the transaction commit: the guess stays counted
    if (!verdict.passed) throw secondFactorOff();
    const { passkeys } = await removeSecondFactors(inside, id);
    await inside.audit('user.totp.disable', { id, name: username }, { passkeys_removed: passkeys });
    await tellOwner(inside, id, { kind: 'account.second_factor_changed', change: 'turned_off' });
    inside.emit({ type: 'changed', noun: 'users', ids: [id] });
    return undefined;
  });
  if (refused) throw refusedHere(ctx.now(), refused);
}
