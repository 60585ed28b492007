/** PostgreSQL refuses to run as root, so a server started by root runs it as a system user without any other right. */
import { execFileSync } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '../log.ts';

export type Account = { name: string; uid: number; gid: number };

const NAME = 'muster-db';
/** Where no user can be made (macOS, a read-only /etc), the one that the system has for PostgreSQL will do. */
const CANDIDATES = [NAME, 'postgres', '_postgres'];

/** The account to run PostgreSQL with; undefined means our own, because we are not root. Makes the system user once. */
export function databaseAccount(log: Log): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const existing = find(NAME);
  if (existing) return existing;
  const refusal = create(log);
  for (const name of CANDIDATES) {
    const account = find(name);
    if (account) return account;
  }
  throw new Error(
    `the embedded PostgreSQL cannot run as root, and the system user ${NAME} cannot be made (${refusal}): start Muster as an ordinary user, or set RMM_DATABASE_URL`,
  );
}

/** Two servers may make the user at once, and useradd then refuses one of them: only the look-up afterwards counts. */
function create(log: Log): string | undefined {
  const args = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  try {
    execFileSync('useradd', [...args, '--shell', '/usr/sbin/nologin', NAME], { stdio: ['ignore', 'ignore', 'pipe'] });
    log.info({ user: NAME }, 'system user for the embedded PostgreSQL created');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}

function find(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => id(flag, name));
  return uid && gid ? { name, uid, gid } : undefined;
}

function id(flag: string, name: string): number {
  try {
    return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return 0; // no such user; 0 is root, who is never meant
  }
}

/** Whether the account may pass through every folder above `path`: root's home and mktemp's folders are 0700. */
export function canReach(account: Account, path: string): boolean {
  for (let folder = realpathSync(dirname(path)); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
