/** An authenticator in software: P-256 keys, no attestation, and a knob for everything that a hostile one would turn. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from '../schema/passkeys.ts';

/** What may be told otherwise than it is. */
export interface Lies {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  counter?: number;
  /** Nobody touched it. */
  absent?: boolean;
  /** Null: none, as security keys that store nothing. */
  userHandle?: string | null;
  /** The id of another credential than the one that signs. */
  credentialId?: string;
  /** Attestation statement in CBOR, with its format. */
  attestation?: { format: string; statement: Buffer };
  /** Signs its own attestation, as some do where none is asked for (WebAuthn, 8.2). */
  selfAttested?: boolean;
}

export interface SoftwareAuthenticator {
  credentialId: string;
  register: (options: CreationOptions, lies?: Lies) => RegistrationResponse;
  /** Signs once, and counts. */
  sign: (options: RequestOptions, lies?: Lies) => AuthenticationResponse;
}

/** @param origin of the console; @param counts whether it keeps a counter at all */
export function createAuthenticator(origin: string, { counts = true } = {}): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const credentialId = id.toString('base64url');
  let counter = 0;
  let owner: string | undefined;
  const answer = (lies: Lies) => ({
    id: lies.credentialId ?? credentialId,
    rawId: lies.credentialId ?? credentialId,
    type: 'public-key' as const,
    clientExtensionResults: {},
  });
  return {
    credentialId,
    register: ({ challenge, rp, user }, lies = {}) => {
      owner = user.id;
      const authData = Buffer.concat([
        authenticatorData(lies.rpId ?? rp.id, {
          attested: true,
          present: !lies.absent,
          counter: lies.counter ?? counter,
        }),
        Buffer.alloc(16), // AAGUID of no model in particular
        uint16(id.length),
        id,
        coseKey(publicKey),
      ]);
      const client = clientData('webauthn.create', challenge, origin, lies);
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      const own = lies.selfAttested ? selfAttestation(signature) : { format: 'none', statement: cborMap([]) };
      const { format, statement } = lies.attestation ?? own;
      const attestation = cborMap([
        [cborText('fmt'), cborText(format)],
        [cborText('attStmt'), statement],
        [cborText('authData'), cborBytes(authData)],
      ]);
      const response = {
        attestationObject: attestation.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        transports: ['internal'],
      };
      return { ...answer(lies), authenticatorAttachment: 'platform' as const, response };
    },
    sign: ({ challenge, rpId }, lies = {}) => {
      if (counts) counter += 1;
      const authData = authenticatorData(lies.rpId ?? rpId, {
        present: !lies.absent,
        counter: lies.counter ?? counter,
      });
      const client = clientData('webauthn.get', challenge, origin, lies);
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      const response = {
        authenticatorData: authData.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: lies.userHandle === undefined ? owner : (lies.userHandle ?? undefined),
      };
      return { ...answer(lies), response };
    },
  };
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** WebAuthn, 5.8.1. */
const clientData = (type: string, challenge: string, origin: string, lies: Lies): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? origin,
      crossOrigin: false,
    }),
  );

/** WebAuthn, 6.1: hash of the RP ID, flags (UP 0x01, UV 0x04, AT 0x40), counter. */
function authenticatorData(
  rpId: string,
  { present, attested = false, counter }: { present: boolean; attested?: boolean; counter: number },
): Buffer {
  const flags = (present ? 0x05 : 0x04) | (attested ? 0x40 : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
}

/** WebAuthn, 8.2: `packed` without certificates. */
const selfAttestation = (signature: Buffer) => ({
  format: 'packed',
  statement: cborMap([
    [cborText('alg'), cborInt(-7)],
    [cborText('sig'), cborBytes(signature)],
  ]),
});

/** EC2 key for ES256 as COSE_Key: kty 2, alg -7, crv 1, x, y (RFC 9053, 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

/** Head of a CBOR item (RFC 8949, 3): major type and an argument below 65,536. */
function cborHead(major: number, argument: number): Buffer {
  const type = major << 5;
  if (argument < 24) return Buffer.from([type | argument]);
  return argument < 256
    ? Buffer.from([type | 24, argument])
    : Buffer.concat([Buffer.from([type | 25]), uint16(argument)]);
}

export const cborInt = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
export const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
export const cborText = (text: string): Buffer =>
  Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
export const cborArray = (items: Buffer[]): Buffer => Buffer.concat([cborHead(4, items.length), ...items]);
export const cborMap = (entries: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
