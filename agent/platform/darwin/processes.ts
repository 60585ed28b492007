import { posix } from 'node:path';
import type { Surroundings } from '../checks.ts';
import { succeeded } from '../command.ts';

export async function countProcesses(name: string, { run }: Surroundings): Promise<number> {
  return countCommands(succeeded('ps', await run('/bin/ps', ['-axo', 'stat=,comm='])), name);
}

/** `Ss   /usr/sbin/syslogd`: the whole path of the program, which may hold spaces. Zombies have ended. */
export function countCommands(list: string, name: string): number {
  const lines = [...list.matchAll(/^\s*(\S+)\s+(.+?)\s*$/gm)].filter(([, state = '']) => !state.startsWith('Z'));
  return lines.filter(([, , program = '']) => program === name || posix.basename(program).replace(/^-/, '') === name)
    .length;
}
