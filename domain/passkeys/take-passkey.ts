import type { PasskeyProof } from '../../schema/passkeys.ts';
import type { Ctx } from '../context.ts';
import { takeChallenge } from './challenges.ts';
import { relyingParty } from './relying-party.ts';
import { userHandle } from './user-handle.ts';
import { type Assertion, verifyAssertion } from './verify-assertion.ts';

/** `reason` is for the log and the audit trail, never for the caller. */
export type TakenPasskey = { is: 'taken' } | { is: 'wrong'; reason: string; cause?: unknown };

/**
 * Takes the answer of one of the account's passkeys as its second factor, after the password. Its challenge is spent,
 * whatever the answer is worth: let the transaction commit.
 */
export async function takePasskey(
  ctx: Ctx,
  userId: string,
  { challenge_id, response }: PasskeyProof,
): Promise<TakenPasskey> {
  const challenge = await takeChallenge(ctx, { id: challenge_id, userId, purpose: 'sign_in' });
  if (challenge === undefined) return { is: 'wrong', reason: 'passkey_challenge_spent' };
  const { party } = relyingParty(ctx);
  if (!party) return { is: 'wrong', reason: 'passkeys_unavailable' };
  // another account's passkey, or one that has been removed, is none here
  const [known] = await ctx.sql<{ id: string; public_key: Buffer }[]>`
    select id, public_key from passkeys
    where credential_id = ${response.id} and user_id = ${userId} and rp_id = ${party.rpId}`;
  const handle = response.response.userHandle;
  if (!known || (handle !== undefined && handle !== userHandle(userId)))
    return { is: 'wrong', reason: 'unknown_passkey' };
  let assertion: Assertion;
  try {
    assertion = await verifyAssertion(response, party, { challenge, publicKey: known.public_key });
  } catch (cause) {
    return { is: 'wrong', reason: 'wrong_passkey', cause };
  }
  return (await noteUse(ctx, known.id, assertion))
    ? { is: 'taken' }
    : { is: 'wrong', reason: 'passkey_counter_went_back' };
}

/**
 * Counts a use. The counter has to grow, unless the authenticator has none: one that goes back is what a cloned
 * authenticator looks like (WebAuthn, 6.1.1). Whether it did.
 */
async function noteUse(ctx: Ctx, id: string, { counter, backedUp }: Assertion): Promise<boolean> {
  const used = await ctx.sql`
    update passkeys set counter = ${counter}, backed_up = ${backedUp}, last_used_at = ${ctx.now()}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter === 0}))`;
  return used.count > 0;
}
