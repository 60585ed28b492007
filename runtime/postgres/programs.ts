/** Runs PostgreSQL's programs with the right account, folder and environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { type Account, canReach } from './account.ts';
import type { Binaries } from './binaries.ts';
import { passThroughCapability } from './capability.ts';

export type Programs = { binaries: Binaries; account: Account | undefined; cluster: string };

/** Starts a program of PostgreSQL. The server has a session of its own: a terminal's Ctrl-C is for us, who then stop it. */
export function startProgram(programs: Programs, name: keyof Binaries, args: string[], cwd: string): ChildProcess {
  const { account, binaries, cluster } = programs;
  const file = binaries[name];
  const detached = name === 'postgres';
  const options = { cwd, env: environment(), detached, stdio: 'pipe' as const, windowsHide: true };
  if (!account) return spawn(file, args, options);
  const { uid, gid } = account;
  if (canReach(account, file) && canReach(account, cluster)) return spawn(file, args, { ...options, uid, gid });
  // Node cannot keep a capability across the change of user; setpriv is part of util-linux, which every distribution has.
  const kept = `-all,+${passThroughCapability(account, cluster)}`;
  const capabilities = ['--inh-caps', '--ambient-caps', '--bounding-set'].map((flag) => `${flag}=${kept}`);
  // Without this bit access(2), by which initdb looks for the program beside it, ignores capabilities.
  const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--securebits=+no_setuid_fixup'];
  return spawn('setpriv', [...identity, ...capabilities, '--', file, ...args], options);
}

/** Runs a program to its end with `input` on stdin. Returns what it printed; rejects with that when it fails. */
export async function runProgram(programs: Programs, name: keyof Binaries, args: string[], cwd: string, input = '') {
  const child = startProgram(programs, name, args, cwd);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  child.stdin?.on('error', () => undefined); // EPIPE: it ended before it had read everything, and its exit code says so
  child.stdin?.end(input);
  const code = await new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve(status ?? signal ?? 'unknown'));
  });
  if (code !== 0) throw new Error(`${name} of the embedded PostgreSQL failed (${code}): ${lastLines(printed)}`);
  return printed;
}

/** The end of what a program printed, on one line. */
export function lastLines(printed: string, count = 5): string {
  return printed.trim().split('\n').slice(-count).join(' | ');
}

/** Nothing of ours: PG* variables would change the programs, RMM_* ones hold secrets. LC_ALL keeps messages in English. */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP'].map((name) => [name, process.env[name]]);
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)), LC_ALL: 'C' };
}
