import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { namesIn, readText } from '../command.ts';

export async function countProcesses(name: string): Promise<number> {
  return namesIn('/proc').filter((pid) => /^\d+$/.test(pid) && isCalled(pid, name)).length;
}

/** By the kernel's name, of which it keeps 15 bytes (proc_pid_comm(5)), or the program's. Zombies have ended. */
function isCalled(pid: string, name: string): boolean {
  const found = raw(`/proc/${pid}/comm`).replace(/\n$/, '') === name || programOf(raw(`/proc/${pid}/cmdline`)) === name;
  return found && !/^State:\s+[ZX]/m.test(readText(`/proc/${pid}/status`));
}

/** The program of a command line, without its folder; a login shell's begins with a hyphen. */
export const programOf = (cmdline: string) => basename(cmdline.split('\0', 1)[0] ?? '').replace(/^-/, '');

/** Empty when the process is gone, or hidden from us. */
function raw(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
