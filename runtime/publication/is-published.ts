import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentManifest } from '../../schema/publication.ts';
import { isErrno } from '../data-directory.ts';
import { currentFolder, MANIFEST, SOURCES } from './layout.ts';

/** A trial's manifest is signed anew this long before installers would refuse it. */
const RENEW_MS = 30 * 86_400_000;

export interface Wanted {
  target: string;
  version: string;
  /** Public key that signs here. */
  publicKey: string;
  sources: string;
}

/**
 * Whether there is nothing to publish: `current` when dl/ has exactly what is wanted, `foreign` when it is signed by another
 * key, because an operator who publishes from elsewhere is not to be overruled.
 */
export function isPublished(dataDir: string, wanted: Wanted, now: Date): 'current' | 'foreign' | false {
  const manifest = readManifest(dataDir);
  if (!manifest) return false;
  if (manifest.key_id !== wanted.publicKey) return 'foreign';
  const lasts = Date.parse(manifest.expires_at) - now.getTime() > RENEW_MS;
  const hasTarget = manifest.artifacts.some(({ name }) => name === `rmm-agent-${wanted.target}`);
  const same = manifest.version === wanted.version && readText(dataDir, SOURCES) === wanted.sources;
  return lasts && hasTarget && same ? 'current' : false;
}

/** Undefined without one, and for one that is damaged: it is to be replaced. */
function readManifest(dataDir: string): AgentManifest | undefined {
  try {
    return AgentManifest.safeParse(JSON.parse(readText(dataDir, MANIFEST) ?? '')).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readText(dataDir: string, name: string): string | undefined {
  try {
    return readFileSync(join(currentFolder(dataDir), name), 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}
