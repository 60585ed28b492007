/** The Ed25519 key that signs agents: PKCS #8 in PEM, as openssl writes it. The public half travels as base64 of its 32 raw bytes. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isErrno, readOrCreateSecret } from '../data-directory.ts';

/** RFC 8410: what stands before the raw key in a SubjectPublicKeyInfo. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Makes a key and writes it with mode 0600. @returns the public key. @throws when the file exists. */
export function createReleaseKey(path: string): string {
  const pem = newKey();
  try {
    writeFileSync(path, pem, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (isErrno(error, 'EEXIST'))
      throw new Error(`${path} exists; a release key is never overwritten`, { cause: error });
    throw error;
  }
  return publicKeyOf(createPrivateKey(pem));
}

/** @throws with a sentence when the file is no Ed25519 private key, or others on this machine can read it. */
export function readReleaseKey(path: string): KeyObject {
  const pem = readFileSync(path);
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new Error(`${path} can be read by other users of this machine: chmod 600 it`);
  return parseKey(pem, path);
}

/** The key of a trial, in the data directory; made at its first use. Production signs elsewhere (CONTRACT.md, Updates). */
export function localReleaseKey(dataDir: string): KeyObject {
  const path = join(dataDir, 'release.key');
  return parseKey(readOrCreateSecret(path, newKey), path);
}

export const publicKeyOf = (privateKey: KeyObject): string =>
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(SPKI_PREFIX.length).toString('base64');

/** Whether the raw 64-byte signature over exactly these bytes is by this public key. */
export function isSignedBy(publicKey: string, content: Uint8Array, signature: Uint8Array): boolean {
  const spki = Buffer.concat([SPKI_PREFIX, Buffer.from(publicKey, 'base64')]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return signature.length === 64 && verify(null, content, key, signature);
}

const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

function parseKey(pem: string | Buffer, path: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (cause) {
    throw new Error(`${path} does not hold a private key in PEM`, { cause });
  }
  throw new Error(`${path} holds a key of another kind than Ed25519`);
}
