/** Who this machine is: made and durable before the first connect, so that a crash at any step ends in one device. */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Id, Timestamp } from '../schema/common.ts';
import { readIfThere, writeDurable } from './files.ts';
import { uuidv7 } from './uuid.ts';

const Identity = z.object({
  install_id: Id,
  /** rmd_ and 256 random bits; the server only ever learns its SHA-256. */
  credential: z.string().regex(/^rmd_[\w-]{43}$/),
  /** Null until the server confirmed the enrollment. */
  device_id: Id.nullable(),
  server: z.string(),
  revoked_at: Timestamp.nullable(),
});
export type Identity = z.infer<typeof Identity>;

const fileOf = (stateDir: string) => join(stateDir, 'identity.json');

/** @throws Error when the file is there but damaged: making a second identity would make a second device. */
export function loadIdentity(stateDir: string): Identity | undefined {
  const path = fileOf(stateDir);
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  const parsed = Identity.safeParse(parseJson(text));
  if (!parsed.success) throw new Error(`The identity file ${path} is damaged; remove it to enroll afresh.`);
  return parsed.data;
}

export type Sources = { now: () => Date; randomBytes: (size: number) => Uint8Array };

/**
 * Makes the identity of a fresh machine. Whatever an earlier identity left in the spool belongs to another device and
 * goes first, so that its jobs never run under this one.
 */
export function createIdentity(stateDir: string, server: string, { now, randomBytes }: Sources): Identity {
  for (const leftover of ['spool', 'ledger', 'run']) rmSync(join(stateDir, leftover), { recursive: true, force: true });
  const credential = `rmd_${Buffer.from(randomBytes(32)).toString('base64url')}`;
  const identity = { install_id: uuidv7(now(), randomBytes), credential, device_id: null, server, revoked_at: null };
  saveIdentity(stateDir, identity);
  return identity;
}

export function saveIdentity(stateDir: string, identity: Identity): void {
  writeDurable(fileOf(stateDir), `${JSON.stringify(identity, null, 2)}\n`);
}

export const credentialHash = (identity: Identity) => createHash('sha256').update(identity.credential).digest('hex');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the schema then says what is wrong with it
  }
}
