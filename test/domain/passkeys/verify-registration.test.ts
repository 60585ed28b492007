import { expect, test } from 'vitest';
import { verifyRegistration } from '../../../domain/passkeys/verify-registration.ts';
import { Problem } from '../../../domain/problem.ts';
import type { CreationOptions } from '../../../schema/passkeys.ts';
import {
  cborArray,
  cborBytes,
  cborInt,
  cborMap,
  cborText,
  createAuthenticator,
  type Lies,
} from '../../authenticator.ts';

const origin = 'https://console.test';
const party = { rpId: 'console.test', origin, name: 'Muster' };
const challenge = Buffer.alloc(32, 7).toString('base64url');
const options: CreationOptions = {
  challenge,
  rp: { id: party.rpId, name: party.name },
  user: { id: 'AAAA', name: 'ada', displayName: 'ada' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 1000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
};

const verify = (lies: Lies) =>
  verifyRegistration(createAuthenticator(origin).register(options, lies), party, challenge);

test('an authenticator that vouches for itself is taken, as one that does not', async () => {
  for (const selfAttested of [true, false])
    expect(await verify({ selfAttested })).toMatchObject({ counter: 0, transports: ['internal'], backedUp: false });
});

/** The library would fetch the revocation list that a certificate names, from inside our network. */
const certified = cborMap([
  [cborText('alg'), cborInt(-7)],
  [cborText('sig'), cborBytes(Buffer.alloc(8))],
  [cborText('x5c'), cborArray([cborBytes(Buffer.alloc(8))])],
]);

test.each(['packed', 'fido-u2f', 'android-key', 'android-safetynet', 'apple', 'tpm'])(
  'an attestation with certificates is refused before one is looked at: %s',
  async (format) => {
    const refusal: unknown = await verify({ attestation: { format, statement: certified } }).catch((error) => error);
    if (!(refusal instanceof Problem)) throw new Error('it was taken');
    expect(refusal.extras.cause).toMatchObject({ message: `attestation ${format} was not asked for` });
  },
);
