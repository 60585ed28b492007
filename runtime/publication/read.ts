import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FileAnswer } from '../../domain/file-answer.ts';
import { type AgentArtifact, AgentManifest } from '../../schema/publication.ts';
import { isErrno } from '../data-directory.ts';
import type { Log } from '../log.ts';
import { codings, suffixOf } from '../static-files/compress.ts';
import { currentFolder, MANIFEST, SIGNATURE_SUFFIX } from './layout.ts';
import { isSignedBy } from './release-key.ts';

/** What /dl serves: one signed version of the agent for one or more systems. */
export interface Publication {
  manifest: AgentManifest;
  /** Artifacts, manifest and their signatures, by name. */
  files: ReadonlyMap<string, FileAnswer>;
}

/** An answer may be kept, but is asked for again: the entity tag is how agents see a new build (SPEC.md, Agent distribution). */
const CACHE_CONTROL = 'no-cache, no-transform';

/**
 * The current publication of a data directory, undefined while there is none. Each call sees what was published in the
 * meantime, for the price of one look at the file system; a new manifest is read and verified once, which takes 2 ms for six
 * systems. One that is damaged or not signed by the key it names is reported in the log and not served; one that is not
 * signed by any of `pinnedKeys`, those that agents trust, is served with a warning.
 */
export function createPublicationReader(
  dataDir: string,
  pinnedKeys: readonly string[],
  log: Log,
): () => Publication | undefined {
  let known: { identity: string; publication: Publication | undefined } = { identity: '', publication: undefined };
  return () => {
    const found = locate(dataDir);
    if (found?.identity === known.identity) return known.publication;
    known = { identity: found?.identity ?? '', publication: found && tryLoad(found.folder, pinnedKeys, log) };
    return known.publication;
  };
}

/** The real folder behind `dl`, and what tells one publication in it from the next. */
function locate(dataDir: string): { folder: string; identity: string } | undefined {
  try {
    const folder = realpathSync(currentFolder(dataDir));
    const { ino, mtimeMs, size } = statSync(join(folder, MANIFEST));
    return { folder, identity: `${folder}:${ino}:${mtimeMs}:${size}` };
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function tryLoad(folder: string, pinnedKeys: readonly string[], log: Log): Publication | undefined {
  try {
    const publication = load(folder);
    const { version, key_id, expires_at, artifacts } = publication.manifest;
    log.info({ version, key_id, expires_at, agents: artifacts.map(({ name }) => name) }, 'agents are published');
    if (pinnedKeys.length > 0 && !pinnedKeys.includes(key_id))
      log.warn(
        { key_id },
        'the published agents are signed by a key that RMM_UPDATE_PUBLIC_KEY does not name: no agent takes them',
      );
    return publication;
  } catch (error) {
    log.error({ err: error, folder }, 'the published agents cannot be served: publish them again');
    return undefined;
  }
}

function load(folder: string): Publication {
  const bytes = readFileSync(join(folder, MANIFEST));
  const signature = readFileSync(join(folder, MANIFEST + SIGNATURE_SUFFIX));
  const manifest = AgentManifest.parse(JSON.parse(bytes.toString()));
  if (!isSignedBy(manifest.key_id, bytes, signature)) throw new Error('the manifest is not signed by the key it names');
  return {
    manifest,
    files: new Map<string, FileAnswer>([
      [MANIFEST, inMemory(bytes, 'application/json; charset=utf-8')],
      [MANIFEST + SIGNATURE_SUFFIX, inMemory(signature)],
      ...manifest.artifacts.flatMap((artifact) => filesOf(folder, artifact)),
    ]),
  };
}

/** The bytes themselves are verified by whoever runs them; hashing 600 MB here would hold the server up. */
function filesOf(folder: string, { name, sha256, size }: AgentArtifact): [string, FileAnswer][] {
  const path = join(folder, name);
  if (statSync(path).size !== size) throw new Error(`${name} is not as long as the manifest says`);
  const encodings = codings
    .map((coding) => ({ coding, body: { path: path + suffixOf[coding] } }))
    .filter(({ body }) => existsSync(body.path));
  const artifact: FileAnswer = {
    contentType: 'application/octet-stream',
    etag: sha256,
    cacheControl: CACHE_CONTROL,
    body: { path },
    encodings,
  };
  return [
    [name, artifact],
    [name + SIGNATURE_SUFFIX, inMemory(readFileSync(path + SIGNATURE_SUFFIX))],
  ];
}

const inMemory = (bytes: Uint8Array, contentType = 'application/octet-stream'): FileAnswer => ({
  contentType,
  etag: createHash('sha256').update(bytes).digest('hex'),
  cacheControl: CACHE_CONTROL,
  body: { bytes },
  encodings: [],
});
