/** The server in a process of its own, as an operator starts it, so that a test can kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
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
  /** Its exit code once it has ended, null when a signal ended it. */
  ended: Promise<number | null>;
  /** Ends it with a signal and waits; returns its exit code, null when the signal ended it. */
  kill: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Spawns the command line; does not wait until it listens. */
export function spawnServer(env: Record<string, string>, args: string[] = []): ServerProcess {
  const child = spawn(process.execPath, [START, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
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
  throw new Error(`the server ended with ${server.child.exitCode}: ${server.output()}`);
}
