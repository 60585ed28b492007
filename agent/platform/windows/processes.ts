import type { Surroundings } from '../checks.ts';
import { succeeded } from '../command.ts';
import { systemProgram } from './powershell.ts';

export async function countProcesses(name: string, { env, run }: Surroundings): Promise<number> {
  const list = succeeded('tasklist', await run(systemProgram(env, 'tasklist.exe'), ['/FO', 'CSV', '/NH']));
  return countTasks(list, name);
}

/** `"svchost.exe","1234","Services","0","12,345 K"`; `.exe` may be left out, and case does not matter on Windows. */
export function countTasks(list: string, name: string): number {
  const plain = (text: string) => text.toLowerCase().replace(/\.exe$/, '');
  const names = [...list.matchAll(/^"((?:[^"]|"")*)"/gm)].map(([, image = '']) => plain(image));
  return names.filter((image) => image === plain(name)).length;
}
