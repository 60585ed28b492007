/** Published agents for tests: small made-up bytes, signed by a key that the test holds. */
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PublishOptions, publishAgents } from '../runtime/publication/publish.ts';
import { publicKeyOf } from '../runtime/publication/release-key.ts';
import type { AgentManifest } from '../schema/publication.ts';

export interface TestKey {
  privateKey: KeyObject;
  /** Base64, as installers take it. */
  publicKey: string;
}

export function createKey(): TestKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: publicKeyOf(privateKey) };
}

/** Bytes that compress to some nine tenths, as binaries do less well than text. */
export function madeUpAgent(size: number): Buffer {
  const bytes = randomBytes(size);
  bytes.fill('muster', 0, Math.floor(size / 10));
  return bytes;
}

/** Publishes these bytes, by target. */
export async function publish(
  dataDir: string,
  agents: Record<string, Uint8Array | string>,
  options: Partial<PublishOptions> & { privateKey: KeyObject },
): Promise<AgentManifest> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-test-'));
  try {
    const artifacts = Object.entries(agents).map(([target, bytes]) => {
      const path = join(folder, target);
      writeFileSync(path, bytes, { mode: 0o755 });
      return { target, path };
    });
    return await publishAgents({ dataDir, artifacts, version: '0.5.0', effort: 'quick', ...options });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
