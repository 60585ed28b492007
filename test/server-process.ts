/** The server in a process of its own, as an operator starts it, so that a test can kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

const START = join(import.meta.dirname, '../runtime/start.ts');

export interface ServerProcess {
  url: string;
  pid: number;
  child: ChildProcess;
  /** What it wrote to stdout and stderr. */
  output: () => string;
  /** Its exit code once it has ended and all of its output is here, null when a signal ended it. */
  ended: Promise<number | null>;
  /** Ends it with a signal and waits; returns its exit code, null when the signal ended it. */
  kill: (signal: NodeJS.Signals) => Promise<number | null>;
}

/**
 * A port that stays free until the test binds it, also again after a kill: below those that the system gives to whoever asks
 * for any, and of each worker of a run its own.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + PORTS.each * (worker % PORTS.workers) + (ports++ % PORTS.each);
    if (await isFree(port)) return port;
  }
}

const PORTS = { first: 11_000, each: 1000, workers: 5 };
const worker = Number(process.env.VITEST_POOL_ID ?? 0);
/** Two runs on one machine begin at different places. */
let ports = randomInt(PORTS.each);

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).once('listening', () => resolve(true));
  });
  server.listen(port, '127.0.0.1');
  if (!(await listening)) return false;
  server.close();
  await once(server, 'close');
  return true;
}

/** Spawns the command line; does not wait until it listens. */
export function spawnServer(env: Record<string, string>, args: string[] = []): ServerProcess {
  const child = spawn(process.execPath, [START, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
  });
  let output = '';
  // Not at its exit, behind which the last of its output may still come.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return {
    url: `http://${env.RMM_LISTEN}`,
    pid: child.pid ?? 0,
    child,
    output: () => output,
    ended,
    kill: (signal) => {
      child.kill(signal); // says no more than false when it has ended already
      return ended;
    },
  };
}

/** The same, once it answers. @throws what it said, when it ends instead. */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const server = spawnServer(env);
  while (server.child.exitCode === null && server.child.signalCode === null) {
    const answered = await fetch(`${server.url}/healthz`).then(
      (response) => response.ok,
      () => false, // not listening yet
    );
    if (answered) return server;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const code = await server.ended;
  throw new Error(`the server ended with ${code}: ${server.output()}`);
}
