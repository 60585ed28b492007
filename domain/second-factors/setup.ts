import type { SecondFactorSetup, SecondFactorStaged } from '../../schema/second-factors.ts';
import { type Ctx, transaction } from '../context.ts';
import { ownAccount } from '../me/account.ts';
import { requireCurrentPassword, wrongPassword } from '../me/current-password.ts';
import { admit } from '../users/sign-in.ts';
import { hasSecondFactor } from './enabled.ts';
import { refusedHere } from './refusals.ts';
import { pendingPlace } from './sealed.ts';
import { enrollmentUri, newSecret } from './totp.ts';
import { type Refused, verifyAppCode } from './verify.ts';

/**
 * Stages a secret for an authenticator app; the one in use stays in use until `enable`. Where there is one in use, its code
 * is asked for: a recovery code or a passkey is not enough to put another app in its place. Opens its own transaction,
 * after the password is checked.
 * @throws 403 no_account, no_password, wrong_password, second_factor_required, wrong_code; 429 codes_paused; 503 busy
 */
export async function setup(ctx: Ctx, { current_password, code }: SecondFactorSetup): Promise<SecondFactorStaged> {
  const confirmed = await requireCurrentPassword(ctx, ownAccount(ctx), current_password);
  const { id, username } = confirmed;
  const secret = newSecret(ctx.random);
  const refused = await transaction(ctx, async (inside): Promise<Refused | undefined> => {
    if (!(await admit(inside, confirmed))) throw wrongPassword();
    if (await hasSecondFactor(inside, id)) {
      const verdict = await verifyAppCode(inside, id, code);
      if ('refused' in verdict) return verdict; // and let the transaction commit: the guess stays counted
    }
    await stage(inside, id, secret);
    return undefined;
  });
  if (refused) throw refusedHere(ctx.now(), refused);
  return { secret, uri: enrollmentUri(secret, ctx.settings.instanceName, username) };
}

/** Touches nothing of the secret in use. */
async function stage(ctx: Ctx, userId: string, secret: string): Promise<void> {
  const sealed = ctx.secrets.seal(pendingPlace(userId), secret);
  await ctx.sql`
    insert into totp (user_id, pending_secret, pending_at) values (${userId}, ${sealed}, ${ctx.now()})
    on conflict (user_id) do update set pending_secret = excluded.pending_secret, pending_at = excluded.pending_at`;
}

/** A new password takes back what was staged with the old one: putting it into use asks for no password again. */
export async function forgetStaged({ sql }: Ctx, userId: string): Promise<void> {
  await sql`update totp set pending_secret = null, pending_at = null where user_id = ${userId}`;
}
