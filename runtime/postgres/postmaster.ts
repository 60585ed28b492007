/** Starts the database server on a cluster. */
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { readPidFile } from './pid-file.ts';
import { lastLines, type Programs, startProgram } from './programs.ts';

/** `host` is the folder of the Unix socket, or a loopback address. */
export type Address = { host: string; port: number };

export type Launch = {
  programs: Programs;
  address: Address;
  /** Settings that beat postgresql.conf. */
  settings: Record<string, string>;
  log: Log;
};

const START_TIMEOUT_MS = 60_000; // recovery after a power cut replays up to max_wal_size
const POLL_MS = 5;
/** sun_path holds 104 bytes on macOS and 108 on Linux, with the closing NUL. */
const MAX_SOCKET_PATH = 103;

/** A Unix socket in the cluster's own folder, so that two servers never meet; a free loopback port where that cannot be. */
export async function chooseAddress(cluster: string): Promise<Address> {
  const fits = Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= MAX_SOCKET_PATH;
  if (process.platform !== 'win32' && fits) return { host: cluster, port: 5432 };
  return { host: '127.0.0.1', port: await freePort() };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free loopback port');
  return address.port;
}

/**
 * Starts PostgreSQL and returns its process when it takes connections. Rejects with its own words when it does not, and
 * when `signal` aborts; no process is left then.
 */
export async function startPostmaster(launch: Launch, signal: AbortSignal): Promise<ChildProcess> {
  const { programs, log } = launch;
  const child = startProgram(programs, 'postgres', ['-D', programs.cluster, ...options(launch)], programs.cluster);
  const printed = forwardLog(child, log);
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!failure) {
    const { pid, status } = readPidFile(programs.cluster) ?? {};
    if (status === 'ready' && pid === child.pid) return child;
    if (hasEnded(child)) failure ??= new Error(`the embedded PostgreSQL does not start: ${lastLines(printed())}`);
    else if (signal.aborted) failure = new Error('the start of the embedded PostgreSQL was interrupted');
    else if (performance.now() > deadline) {
      failure = new Error(`the embedded PostgreSQL is not ready after 60 s: ${lastLines(printed())}`);
    }
    await sleep(POLL_MS);
  }
  child.kill('SIGKILL');
  throw failure;
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

function options({ address, programs, settings }: Launch): string[] {
  const onSocket = address.host === programs.cluster;
  const place = {
    port: address.port,
    listen_addresses: onSocket ? '' : address.host,
    unix_socket_directories: onSocket ? programs.cluster : '',
    unix_socket_permissions: '0700',
  };
  return Object.entries({ ...place, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Its lines go into our log. Returns the last ones, for the error of a start that fails. */
function forwardLog(child: ChildProcess, log: Log): () => string {
  let recent: string[] = [];
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) log[/ (WARNING|ERROR|FATAL|PANIC): /.test(line) ? 'warn' : 'debug']({ postgres: line });
    recent = [...recent, ...lines].slice(-20);
  });
  child.stdout?.resume();
  return () => `${recent.join('\n')}\n${rest}`;
}
