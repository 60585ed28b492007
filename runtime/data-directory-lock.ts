/** One Muster to a data directory. */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isErrno } from './data-directory.ts';
import { processIdentity } from './process-identity.ts';

const Holder = z.object({ pid: z.number().int(), identity: z.string() });
type Holder = z.infer<typeof Holder>;

/**
 * Takes the directory for this process and returns the function that frees it. Throws while another living process has it.
 * The lock of a process that was killed is recognised by its number and start time, and taken over.
 */
export function lockDataDirectory(folder: string): () => void {
  const path = join(folder, 'muster.lock');
  const ours: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? 'unknown' };
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, JSON.stringify(ours), { mode: 0o600, flag: 'wx' });
  try {
    for (let attempt = 0; !link(draft, path); attempt++) {
      const holder = readHolder(path);
      if ((holder && lives(holder)) || attempt === 5) throw inUse(folder, holder);
      removeStale(path);
    }
  } finally {
    unlinkSync(draft);
  }
  return () => rmSync(path, { force: true });
}

const lives = (holder: Holder): boolean => processIdentity(holder.pid) === holder.identity;

const inUse = (folder: string, holder: Holder | undefined): Error =>
  new Error(
    `the data directory ${folder} is in use by another Muster (process ${holder?.pid ?? 'unknown'}): stop it first, or set another RMM_DATA_DIR`,
  );

/** Of two starters that see the same stale lock, the slower must not remove the quicker one's: it is looked at once more. */
function removeStale(path: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  const holder = readHolder(aside);
  if (holder && lives(holder)) link(aside, path);
  unlinkSync(aside);
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Undefined when it is not there, or was cut short by a full disk or a power cut. */
function readHolder(path: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
