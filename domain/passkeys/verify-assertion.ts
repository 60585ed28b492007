import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { AuthenticationResponse } from '../../schema/passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

/** What the authenticator says beside its signature. */
export interface Assertion {
  /** 0 where it does not count. */
  counter: number;
  backedUp: boolean;
}

/**
 * Judges an authenticator's answer (WebAuthn, 7.2) against the challenge, the console's origin and its RP ID; its counter
 * is for the caller to judge. User presence is required, verification is not: the password came before.
 * @throws Error when it is wrong, with the reason for the log
 */
export async function verifyAssertion(
  response: AuthenticationResponse,
  { rpId, origin }: RelyingParty,
  { challenge, publicKey }: { challenge: string; publicKey: Uint8Array },
): Promise<Assertion> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
    // against 0 the library lets every counter pass; it would judge a stored one before the signature
    credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter: 0 },
  });
  if (!verified) throw new Error('the signature is wrong');
  return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
}
