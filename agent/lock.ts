/**
 * One agent per state folder: two would run every job twice. Not a socket in the abstract namespace, since any local
 * user could take its name and keep the agent from starting. The holder is known by pid and start time, so that a
 * crash leaves nothing that blocks the next start.
 */
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from './files.ts';
import { errorCode } from './text.ts';

/** `startOf` gives what tells a process from a later one with the same pid, or undefined when it is gone. */
export type StartOf = (pid: number) => string | undefined;

/** @returns the function that lets go. @throws Error when a living agent holds the folder. */
export function lockFolder(stateDir: string, pid: number, startOf: StartOf): () => void {
  const path = join(stateDir, 'lock');
  const mine = `${pid} ${startOf(pid)}`;
  const draft = `${path}.${pid}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      if (tryLink(draft, path)) return () => release(path, mine);
      const holder = readIfThere(path);
      if (holder === undefined) continue;
      if (isAlive(holder, startOf)) throw new Error(`Another agent (pid ${holder.split(' ')[0]}) uses ${stateDir}.`);
      evict(path, holder, `${draft}.stale`);
    }
    throw new Error(`The lock ${path} could not be taken.`);
  } finally {
    rmSync(draft, { force: true });
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(holder: string, startOf: StartOf): boolean {
  const [pid, ...start] = holder.split(' ');
  const current = startOf(Number(pid));
  return current !== undefined && current === start.join(' ');
}

/** Takes a dead holder's lock away; what another starter put there in the meantime goes back. */
function evict(path: string, holder: string, aside: string): void {
  try {
    renameSync(path, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (readIfThere(aside) !== holder) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function release(path: string, mine: string): void {
  if (readIfThere(path) === mine) rmSync(path, { force: true });
}
