import { type KeyObject, randomBytes, sign } from 'node:crypto';
import { chmod, copyFile, mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentArch, AgentArtifact, AgentManifest, AgentOs } from '../../schema/publication.ts';
import { compressFile, type Effort } from '../static-files/compress.ts';
import { describeArtifact } from './describe-artifact.ts';
import { MANIFEST, publicationsFolder, SIGNATURE_SUFFIX, SOURCES } from './layout.ts';
import { publicKeyOf } from './release-key.ts';
import { switchTo, syncFolder } from './switch.ts';

const DAY_MS = 86_400_000;
/** Installers refuse a manifest after this, so agents are published at least once a year. */
const VALID_DAYS = 365;

export interface PublishOptions {
  dataDir: string;
  /** All that is published, as `linux-x64` and a path; what an earlier publication had besides is gone. */
  artifacts: readonly { target: string; path: string }[];
  privateKey: KeyObject;
  /** What every artifact says to `-print-version`. */
  version: string;
  now?: () => Date;
  validDays?: number;
  effort?: Effort;
  /** Fingerprint of what the artifacts were built from. */
  sources?: string;
}

/**
 * Signs the artifacts and makes them what /dl serves, in one step: who reads or crashes meanwhile has the old publication
 * or the new one. @returns the manifest. @throws for a target or a version that is none, and for an empty artifact.
 */
export async function publishAgents(options: PublishOptions): Promise<AgentManifest> {
  const { now = () => new Date() } = options;
  const home = publicationsFolder(options.dataDir);
  await mkdir(home, { recursive: true });
  const draft = await mkdtemp(join(home, '.draft-'));
  try {
    const artifacts: AgentArtifact[] = [];
    for (const artifact of options.artifacts) artifacts.push(await addArtifact(draft, artifact, options));
    const manifest = describeManifest(artifacts, options, now());
    await writeDurably(join(draft, MANIFEST), toText(manifest));
    await signFile(join(draft, MANIFEST), options.privateKey);
    if (options.sources) await writeDurably(join(draft, SOURCES), options.sources);
    await chmod(draft, 0o755); // what it holds is served to everybody; the server may run as another user
    await syncFolder(draft);
    const stamp = manifest.published_at.replace(/\D/g, '');
    const name = `${manifest.version}-${stamp}-${randomBytes(4).toString('hex')}`;
    await rename(draft, join(home, name));
    await switchTo(options.dataDir, name, now());
    return manifest;
  } finally {
    await rm(draft, { recursive: true, force: true }); // still there only when something failed
  }
}

async function addArtifact(
  folder: string,
  { target, path }: PublishOptions['artifacts'][number],
  { privateKey, effort = 'balanced' }: PublishOptions,
): Promise<AgentArtifact> {
  const [os, arch, ...rest] = target.split('-');
  const name = `rmm-agent-${target}`;
  if (!AgentOs.safeParse(os).success || !AgentArch.safeParse(arch).success || rest.length > 0)
    throw new Error(
      `${target} is no target: there are <${AgentOs.options.join('|')}>-<${AgentArch.options.join('|')}>`,
    );
  const copy = join(folder, name);
  await copyFile(path, copy);
  await signFile(copy, privateKey);
  await compressFile(copy, effort);
  await syncFile(copy);
  return AgentArtifact.parse({ name, os, arch, ...(await describeArtifact(copy)) });
}

function describeManifest(artifacts: AgentArtifact[], options: PublishOptions, at: Date): AgentManifest {
  const { privateKey, version, validDays = VALID_DAYS } = options;
  return AgentManifest.parse({
    version,
    published_at: at.toISOString(),
    expires_at: new Date(at.getTime() + validDays * DAY_MS).toISOString(),
    key_id: publicKeyOf(privateKey),
    artifacts,
  });
}

/** One line for each artifact, so that people can look at it; readers must not depend on it. */
function toText({ artifacts, ...head }: AgentManifest): string {
  const lines = artifacts.map((artifact) => JSON.stringify(artifact));
  return `${JSON.stringify(head).slice(0, -1)},"artifacts":[\n${lines.join(',\n')}\n]}\n`;
}

/** Ed25519 signs a whole message at once (RFC 8032, 5.1.6), so the file is in memory for a moment. */
async function signFile(path: string, privateKey: KeyObject): Promise<void> {
  await writeDurably(path + SIGNATURE_SUFFIX, sign(null, await readFile(path), privateKey));
}

const writeDurably = (path: string, content: string | Uint8Array): Promise<void> =>
  writeFile(path, content, { flush: true });

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
