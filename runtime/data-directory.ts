/** The folder of everything that must outlive the process (RMM_DATA_DIR), and the secrets in it. */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes the folder, private to us: 0700, or 0711 with `passable`, so that the database's system user can pass through.
 * An existing folder keeps its mode, but one that others may write into is refused. Returns the absolute path.
 */
export function openDataDirectory(path: string, { passable }: { passable: boolean }): string {
  const folder = resolve(path);
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return folder;
  if (made) chmodSync(folder, passable ? 0o711 : 0o700);
  else if ((statSync(folder).mode & 0o022) !== 0) {
    throw new Error(`the data directory ${folder} may be written by other users: chmod go-w it, or set RMM_DATA_DIR`);
  }
  return folder;
}

/**
 * The secret in the file, without surrounding white space; made by `make` and written with mode 0600 when there is no file.
 * The file appears with its whole content or not at all, and of two starters at once both get the same secret.
 */
export function readOrCreateSecret(path: string, make: () => string): string {
  const existing = readSecret(path);
  if (existing !== undefined) return existing;
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  writeDurably(draft, `${make()}\n`);
  try {
    linkSync(draft, path); // unlike rename, this never replaces what another starter wrote in the meantime
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
  syncFolder(dirname(path));
  return readOrCreateSecret(path, make);
}

function readSecret(path: string): string | undefined {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    if (secret === '')
      throw new Error(`${path} is empty: restore it from a backup, or remove it to have a new one made`);
    return secret;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function writeDurably(path: string, content: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A new name survives a power cut only once its folder is on disk as well. Windows has no such call. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
