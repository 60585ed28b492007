import type { PasskeyOffer } from '../../schema/passkeys.ts';
import type { Ctx } from '../context.ts';
import { CHALLENGE_LIFETIME_MS, createChallenge } from './challenges.ts';
import { descriptors } from './columns.ts';
import { relyingParty } from './relying-party.ts';

/**
 * What the browser needs to answer with one of the account's passkeys, or undefined when it has none for this console.
 * Only after the right password: it tells which passkeys there are. Outside of the transaction that the refusal ends.
 */
export async function offerPasskeys(ctx: Ctx, userId: string): Promise<PasskeyOffer | undefined> {
  const { party } = relyingParty(ctx);
  if (!party) return undefined;
  const allowCredentials = await descriptors(ctx, userId, party.rpId);
  if (allowCredentials.length === 0) return undefined;
  const { id, challenge } = await createChallenge(ctx, userId, 'sign_in');
  const timeout = CHALLENGE_LIFETIME_MS;
  return {
    challenge_id: id,
    options: { challenge, rpId: party.rpId, timeout, userVerification: 'preferred', allowCredentials },
  };
}
