/** Running one of the system's own commands for a reading: never through a shell, and gone when its time is over. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { errorCode } from '../text.ts';

/** More is not kept of what a command prints; what reads lines sees them all. */
const KEPT_UNITS = 8 * 1024 * 1024;

export type CommandOptions = {
  /** Variables beside the reading's environment: the way in for values that a script of the command's language reads. */
  env?: Record<string, string>;
  encoding?: 'utf8' | 'utf16le';
  /** Called with each line of stdout, which is not kept then. */
  onLine?: (line: string) => void;
};
export type CommandOutput = { code: number | null; stdout: string; stderr: string };
/** @throws NoCommand with a sentence, and whatever the signal's reason is when the reading ends before the command. */
export type RunCommand = (command: string, args: string[], options?: CommandOptions) => Promise<CommandOutput>;

export class NoCommand extends Error {}

export function createRun(env: NodeJS.ProcessEnv, signal: AbortSignal): RunCommand {
  return async (command, args, options = {}) => {
    signal.throwIfAborted();
    const child = spawn(command, args, {
      env: { ...env, ...options.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const kill = () => void child.kill('SIGKILL');
    signal.addEventListener('abort', kill, { once: true });
    try {
      return await outputOf(child, options);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') throw new NoCommand(`This machine has no ${command}.`);
      throw error;
    } finally {
      signal.removeEventListener('abort', kill);
      signal.throwIfAborted();
    }
  };
}

type Piped = Pick<ChildProcess, 'once'> & { stdout: Readable; stderr: Readable };

async function outputOf(child: Piped, { encoding = 'utf8', onLine }: CommandOptions): Promise<CommandOutput> {
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  const kept = { stdout: '', stderr: '' };
  const keep = (name: 'stdout' | 'stderr') => (text: string) => {
    if (kept[name].length < KEPT_UNITS) kept[name] += text;
  };
  child.stdout.setEncoding(encoding);
  child.stderr.setEncoding('utf8').on('data', keep('stderr'));
  if (onLine) createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', onLine);
  else child.stdout.on('data', keep('stdout'));
  return { code: await closed, ...kept };
}

/** What a command printed. @throws with the first line of its complaint when it failed. */
export function succeeded(command: string, { code, stdout, stderr }: CommandOutput): string {
  if (code === 0) return stdout;
  throw new Error(`${command} failed: ${firstLine(stderr) || firstLine(stdout) || `exit code ${code}`}`);
}

export const firstLine = (text: string) => text.trim().split(/\r?\n/, 1)[0]?.slice(0, 300) ?? '';
