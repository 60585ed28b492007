import type { RecoveryCodes } from '../../schema/second-factors.ts';
import { type Ctx, transaction } from '../context.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import { ownAccount } from '../me/account.ts';
import { hasSecondFactor } from './enabled.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { refusedHere, secondFactorOff } from './refusals.ts';
import { verifyAppCode } from './verify.ts';

/**
 * Ten new recovery codes for the caller; the old ones are worth nothing from then on. Only for a code of the app: one
 * recovery code that was found must not become ten. Opens its own transaction.
 * @throws 403 no_account, wrong_code; 409 second_factor_off; 429 codes_paused
 */
export async function renewRecoveryCodes(ctx: Ctx, { code }: { code: string }): Promise<RecoveryCodes> {
  const id = ownAccount(ctx);
  const outcome = await transaction(ctx, async (inside) => {
    if (!(await hasSecondFactor(inside, id))) throw secondFactorOff();
    const verdict = await verifyAppCode(inside, id, code);
    if ('refused' in verdict) return verdict; // and let the transaction commit: the guess stays counted
    const recovery_codes = await replaceRecoveryCodes(inside, id);
    await inside.audit('user.recovery_codes.renew', { id, name: ctx.actor.name }, {});
    await tellOwner(inside, id, { kind: 'account.second_factor_changed', change: 'recovery_codes_renewed' });
    return { recovery_codes };
  });
  if ('refused' in outcome) throw refusedHere(ctx.now(), outcome);
  return outcome;
}
