/**
 * Files that survive a power cut. All calls are synchronous: a job's record must be on disk before the next step, an
 * fsync takes 0.2 ms on an SSD, and no other step of the agent can then come between.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './text.ts';

/** Suffix of a file that is still being written; whoever opens a folder removes the leftovers. */
export const PARTIAL = '.part';

/** Replaces `path` by `content` in one step (mode 0600); after the return the new content survives a crash. */
export function writeDurable(path: string, content: string): void {
  const partial = path + PARTIAL;
  const file = openSync(partial, 'w', 0o600);
  try {
    writeAll(file, Buffer.from(content));
    fsyncSync(file);
  } catch (error) {
    closeSync(file);
    rmSync(partial, { force: true });
    throw error;
  }
  closeSync(file);
  renameSync(partial, path);
  syncFolder(dirname(path));
}

/** Renames within one folder, durably. */
export function renameDurable(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** write(2) may take less than it was given, e.g. just before the disk is full. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** A folder for the agent's eyes only. */
export function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** The file's text, or undefined when there is none. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
