import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { RegistrationResponse } from '../../schema/passkeys.ts';
import { Problem } from '../problem.ts';
import { ALGORITHMS } from './algorithms.ts';
import type { RelyingParty } from './relying-party.ts';

/** What is kept of a new passkey. */
export interface NewCredential {
  credentialId: string;
  /** COSE_Key (RFC 9052, 7). */
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
  backedUp: boolean;
}

/**
 * Judges what an authenticator made (WebAuthn, 7.1) against the challenge, the console's origin and its RP ID. User
 * presence is required, verification is not: the password came before. @throws 400 passkey_not_verified
 */
export async function verifyRegistration(
  response: RegistrationResponse,
  { rpId, origin }: RelyingParty,
  expectedChallenge: string,
): Promise<NewCredential> {
  try {
    requireNoCertificates(response.response.attestationObject);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    if (!registrationInfo) throw new Error('the attestation statement does not verify');
    const { credential, credentialBackedUp } = registrationInfo;
    if (credential.id !== response.id) throw new Error('the credential has another id than the answer');
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: response.response.transports ?? [],
      backedUp: credentialBackedUp,
    };
  } catch (cause) {
    const message = 'This passkey could not be verified.';
    throw new Problem(400, 'passkey_not_verified', message, { cause, issues: [{ path: 'response', message }] });
  }
}

/**
 * We ask for no attestation, so a browser sends `none`, or a `packed` self attestation (WebAuthn, 5.1.3, step 22). Others
 * bring certificates, whose revocation lists the library would fetch from wherever the sender names.
 */
function requireNoCertificates(attestationObject: string): void {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  const self = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !self) throw new Error(`attestation ${format} was not asked for`);
}
