import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Shell } from '../../../schema/shell.ts';
import type { Interpreter } from '../platform.ts';

type Candidate = { command: string; options: readonly string[]; extension: string };

/** In the order in which they are tried. Options keep a user's start-up files out and output unbuffered. */
const candidates: Record<Shell, readonly Candidate[]> = {
  bash: [{ command: 'bash', options: ['--noprofile', '--norc'], extension: 'sh' }],
  sh: [{ command: 'sh', options: [], extension: 'sh' }],
  python: ['python3', 'python'].map((command) => ({ command, options: ['-u'], extension: 'py' })),
  powershell: [{ command: 'pwsh', options: ['-NoLogo', '-NoProfile', '-NonInteractive', '-File'], extension: 'ps1' }],
  cmd: [],
};

export function interpreter(shell: Shell, env: NodeJS.ProcessEnv): Interpreter | null {
  for (const { command, options, extension } of candidates[shell]) {
    const path = findCommand(command, env.PATH ?? '');
    if (path) return { extension, argv: (script) => [path, ...options, script] };
  }
  return null;
}

/** The first executable file of that name; relative folders in PATH are passed over. */
export function findCommand(command: string, searchPath: string): string | undefined {
  const folders = searchPath.split(delimiter).filter((folder) => folder.startsWith('/'));
  return folders.map((folder) => join(folder, command)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // absent, or not for us: either way not a candidate
  }
}
