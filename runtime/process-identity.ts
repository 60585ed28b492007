/** Tells one process from a later one that was given the same number. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A text that stays the same while process `pid` lives and that no other process has: its start time, on Linux together
 * with the boot it belongs to. Undefined when there is no such process, or only its zombie.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxIdentity(pid);
  if (process.platform === 'win32') return isAlive(pid) ? 'alive' : undefined;
  return isAlive(pid) ? printed('ps', ['-o', 'lstart=', '-p', String(pid)]) : undefined;
}

/** proc(5): the name may hold spaces and brackets, so fields count from the last bracket; state is 3, starttime is 22. */
function linuxIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return undefined; // no such process
  }
}

/** Signal 0 only asks. EPERM means that the process exists and is somebody else's. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function printed(file: string, args: string[]): string | undefined {
  try {
    return execFileSync(file, args, { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined; // ps exits 1 for a process that has just ended
  }
}
