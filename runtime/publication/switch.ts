import { randomBytes } from 'node:crypto';
import { lstat, open, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { isErrno } from '../data-directory.ts';
import { currentFolder, publicationsFolder } from './layout.ts';

/** A publication that has been replaced for so long has no reader left that only knows its path. */
const KEPT_MS = 3_600_000;

/** Makes the publication of that name the current one, and removes those that nobody can be reading any more. */
export async function switchTo(dataDir: string, name: string, now: Date): Promise<void> {
  const home = publicationsFolder(dataDir);
  const current = currentFolder(dataDir);
  const suffix = randomBytes(4).toString('hex');
  const before = await whatIsThere(current);
  const link = `${current}.${suffix}`;
  await symlink(relative(dataDir, join(home, name)), link, 'dir');
  if (before.kind === 'folder') await rename(current, join(home, `copied-${suffix}`));
  await rename(link, current);
  for (const folder of [home, dataDir]) await syncFolder(folder);
  await removeOld(home, [name, before.kind === 'link' ? basename(before.target) : ''], now);
}

type There = { kind: 'nothing' | 'folder' } | { kind: 'link'; target: string };

async function whatIsThere(path: string): Promise<There> {
  try {
    if ((await lstat(path)).isSymbolicLink()) return { kind: 'link', target: await readlink(path) };
    return { kind: 'folder' };
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return { kind: 'nothing' };
    throw error;
  }
}

/** By age, so that another publisher's folder, finished but not yet current, is left alone. */
async function removeOld(home: string, kept: string[], now: Date): Promise<void> {
  for (const name of await readdir(home)) {
    if (kept.includes(name)) continue;
    const replacedMs = await changedAt(join(home, name));
    if (now.getTime() - replacedMs > KEPT_MS) await rm(join(home, name), { recursive: true, force: true });
  }
}

/** Another publisher may just have given its folder another name: then it is none of ours. */
async function changedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).ctimeMs;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

/** A new name survives a power cut once its folder is on disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
