/** postmaster.pid, by which a cluster says which process serves it. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { processIdentity } from '../process-identity.ts';

/** Line 1 is the process, line 8 its state (PostgreSQL's src/include/utils/pidfile.h). Undefined when there is no such file. */
export function readPidFile(cluster: string): { pid: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' };
  } catch {
    return undefined; // not there (yet), or just being removed
  }
}

/** Whether process `pid` is the database server of this cluster, and not one that has been given its number since. */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  if (processIdentity(pid) === undefined) return false;
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    if (process.platform === 'win32') return printed('tasklist', ['/fi', `pid eq ${pid}`, '/nh']).includes('postgres');
    return printed('ps', ['-o', 'command=', '-p', String(pid)]).includes(cluster);
  } catch {
    return false; // it ended meanwhile, or is another user's
  }
}

const printed = (file: string, args: string[]): string => execFileSync(file, args, { encoding: 'utf8' });
