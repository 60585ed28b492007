import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from '../process-identity.ts';
import type { Binaries } from './binaries.ts';

/** Fast shutdown ends sessions and writes all; immediate leaves that to the next start; the last leaves nothing to choose. */
const STEPS = [
  { signal: 'INT', waitMs: 3_000 },
  { signal: 'QUIT', waitMs: 1_000 },
  { signal: 'KILL', waitMs: 500 },
];
const POLL_MS = 5;

/** Ends the database server `pid` within 5 s. Whatever was committed is kept, at worst by recovery at the next start. */
export async function stopPostmaster(pid: number, binaries: Binaries): Promise<void> {
  const identity = processIdentity(pid);
  const lives = () => identity !== undefined && processIdentity(pid) === identity;
  for (const { signal, waitMs } of STEPS) {
    if (!lives()) return;
    send(pid, signal, binaries);
    for (const deadline = performance.now() + waitMs; lives() && performance.now() < deadline; ) await sleep(POLL_MS);
  }
  if (lives()) throw new Error(`the database server (process ${pid}) does not end`);
}

/** Windows has no signals; PostgreSQL makes up for it with a named pipe that pg_ctl knows. */
function send(pid: number, signal: string, binaries: Binaries): void {
  if (process.platform === 'win32') execFileSync(binaries.pg_ctl, ['kill', signal, String(pid)]);
  else process.kill(pid, `SIG${signal}`);
}
