/** Passkeys: the JSON of WebAuthn Level 3 (5.1.8 to 5.1.10) as browsers send and take it, and what an account reads of its own. */
import { z } from 'zod';
import { Id, Name, Timestamp, text } from './common.ts';
import { Password } from './users.ts';

const bytes = (max: number) => z.base64url().min(1).max(max);
/** At most 1023 bytes (WebAuthn, Credential ID). */
const CredentialId = bytes(1364);
/** Authenticators and browsers may invent new ones, e.g. `hybrid`. */
const Transport = z.string().regex(/^[a-z-]{1,32}$/);

/** What both answers of a browser have in common. Results of extensions are not asked for, and not read. */
const answer = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(text(100), z.unknown()),
};

/** RegistrationResponseJSON. Only attestationObject and clientDataJSON count; the rest repeats what they hold. */
export const RegistrationResponse = z.strictObject({
  ...answer,
  response: z.strictObject({
    attestationObject: bytes(16_384),
    clientDataJSON: bytes(8192),
    transports: z.array(Transport).max(10).optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    publicKey: bytes(8192).optional(),
    authenticatorData: bytes(8192).optional(),
  }),
});
export type RegistrationResponse = z.output<typeof RegistrationResponse>;

/** AuthenticationResponseJSON. */
export const AuthenticationResponse = z.strictObject({
  ...answer,
  response: z.strictObject({
    authenticatorData: bytes(8192),
    clientDataJSON: bytes(8192),
    signature: bytes(8192),
    userHandle: bytes(88).optional(),
  }),
});
export type AuthenticationResponse = z.output<typeof AuthenticationResponse>;

const Descriptor = z.object({ id: CredentialId, type: z.literal('public-key'), transports: z.array(z.string()) });

/** PublicKeyCredentialCreationOptionsJSON, as far as we use it. */
export const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int().meta({ description: 'Milliseconds' }),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('preferred') }),
});
export type CreationOptions = z.infer<typeof CreationOptions>;

/** PublicKeyCredentialRequestOptionsJSON, as far as we use it. */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int().meta({ description: 'Milliseconds' }),
  userVerification: z.literal('preferred'),
  allowCredentials: z.array(Descriptor),
});
export type RequestOptions = z.infer<typeof RequestOptions>;

export const Passkey = z
  .object({
    id: Id,
    name: z.string(),
    /** Host name of the console that it was made for; it works nowhere else. */
    rp_id: z.string(),
    /** Its provider keeps it on more than one device. */
    backed_up: z.boolean(),
    last_used_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;

/**
 * Browsers take passkeys under a name only, and over https only unless that name is localhost. An account that signs in
 * over single sign-on has the provider's second factor.
 */
export const PasskeyObstacle = z.enum(['ip_address', 'no_https', 'sso_linked']);
export type PasskeyObstacle = z.infer<typeof PasskeyObstacle>;

/** `reason` says why not, when `available` is false. `origin` is the console's, from RMM_CONSOLE_URL: they work only there. */
export const PasskeyList = z.object({
  passkeys: z.array(Passkey),
  origin: z.string(),
  available: z.boolean(),
  reason: PasskeyObstacle.optional(),
});
export type PasskeyList = z.infer<typeof PasskeyList>;

/** `code`: of the authenticator app, so that a password alone is never made into a second factor. */
export const PasskeyStart = z.strictObject({ current_password: Password, code: text(100, 1) });
export type PasskeyStart = z.output<typeof PasskeyStart>;
export const PasskeyStarted = z.object({ challenge_id: Id, options: CreationOptions });
export type PasskeyStarted = z.infer<typeof PasskeyStarted>;
export const PasskeyCreate = z.strictObject({ challenge_id: Id, name: Name, response: RegistrationResponse });
export type PasskeyCreate = z.output<typeof PasskeyCreate>;
export const PasskeyRename = z.strictObject({ name: Name });

/** `passkey` of the 401 that asks for a second factor: what to hand to the browser, once. */
export const PasskeyOffer = z.object({ challenge_id: Id, options: RequestOptions }).meta({ id: 'PasskeyOffer' });
export type PasskeyOffer = z.infer<typeof PasskeyOffer>;
/** What comes back with the password. */
export const PasskeyProof = z.strictObject({ challenge_id: Id, response: AuthenticationResponse });
export type PasskeyProof = z.output<typeof PasskeyProof>;
