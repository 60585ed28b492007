/** Time-based one-time passwords as authenticator apps make them (RFC 6238): SHA-1, 6 digits, 30 s. */
import { Secret, TOTP } from 'otpauth';

const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 };
/** One step before and after: clocks of phones differ, and people type slowly (RFC 6238, 5.2). */
const DRIFT_STEPS = 1;
/** RFC 4226, 4: 160 bits are recommended. */
const SECRET_BYTES = 20;

/** A new secret in base32, as people type it where they can't scan. */
export const newSecret = (random: (bytes: number) => Uint8Array): string =>
  new Secret({ buffer: Uint8Array.from(random(SECRET_BYTES)).buffer }).base32;

/** The otpauth: URI that apps scan. A colon would end the issuer's name in it, and `host:port` is a common one. */
export const enrollmentUri = (secret: string, issuer: string, username: string): string =>
  new TOTP({ ...SHAPE, secret, issuer: issuer.replaceAll(':', ' '), label: username }).toString();

/** The time step whose code this is, at most one away from now; undefined for no such code. @param code six digits */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const key = Secret.fromBase32(secret);
  const delta = TOTP.validate({ ...SHAPE, token: code, secret: key, timestamp, window: DRIFT_STEPS });
  return delta === null ? undefined : TOTP.counter({ period: SHAPE.period, timestamp }) + delta;
}
