/** Runs this very program as a child that prints the inventory. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { sectionNames } from '../../schema/inventory.ts';
import { isCompiled } from '../version.ts';

export type Section = { name: string; hash: string; json: string };

const run = promisify(execFile);
const Line = z.tuple([z.enum(sectionNames), z.string().regex(/^[0-9a-f]{64}$/), z.string()]);

/** What the child complained of comes back in `problems`. @throws when it could not run or took too long. */
export async function readInventory(env: NodeJS.ProcessEnv): Promise<{ sections: Section[]; problems: string[] }> {
  const program = isCompiled ? [] : [fileURLToPath(new URL('../main.ts', import.meta.url))];
  const { stdout, stderr } = await run(process.execPath, [...program, '-print-inventory'], {
    env,
    timeout: 120_000,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { sections: stdout.split('\n').flatMap(parseLine), problems: stderr.split('\n').filter(Boolean) };
}

function parseLine(line: string): Section[] {
  const parsed = Line.safeParse(/^(\w+) (\w+) (.+)$/.exec(line)?.slice(1));
  if (!parsed.success) return [];
  const [name, hash, json] = parsed.data;
  return [{ name, hash, json }];
}
