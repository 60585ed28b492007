/** AES-256-GCM under RMM_SECRET_KEY (NIST SP 800-38D): `v1.<key id>.<nonce>.<ciphertext and tag>`, in base64url. */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { SecretBox } from '../domain/secrets.ts';

/** AES-256. */
export const KEY_BYTES = 32;
/** Random, so that one key must seal fewer than 2^32 secrets (SP 800-38D, 8.3): a hundred a second for a year. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The first key seals, all open. @param keys 32 bytes each; at least one */
export function createSecretBox(keys: Buffer[], random: (bytes: number) => Uint8Array): SecretBox {
  const byId = new Map(keys.map((key) => [keyId(key), key]));
  const [first] = keys;
  if (!first) throw new Error('no key to seal secrets with');
  const current = keyId(first);
  return {
    seal: (place, secret) => {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return ['v1', current, Buffer.from(nonce).toString('base64url'), body.toString('base64url')].join('.');
    },
    open: (place, sealed) => {
      const { id, nonce, body } = parse(sealed);
      const key = byId.get(id);
      if (!key)
        throw new Error(`the secret at ${place} was sealed with a key that RMM_SECRET_KEY does not hold any more`);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(body.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new Error(`the secret at ${place} was changed, or belongs to another place`, { cause });
      }
    },
    isStale: (sealed) => parse(sealed).id !== current,
  };
}

/** Which key: the beginning of a hash over it and a label, which tells nothing of the key. */
const keyId = (key: Buffer): string =>
  createHash('sha256').update('muster secret key id').update(key).digest('base64url').slice(0, 8);

function parse(sealed: string): { id: string; nonce: Buffer; body: Buffer } {
  const [version, id = '', nonce = '', body = '', ...rest] = sealed.split('.');
  const parsed = { id, nonce: Buffer.from(nonce, 'base64url'), body: Buffer.from(body, 'base64url') };
  if (version !== 'v1' || rest.length > 0 || parsed.nonce.length !== NONCE_BYTES || parsed.body.length < TAG_BYTES)
    throw new Error('this is no sealed secret');
  return parsed;
}
