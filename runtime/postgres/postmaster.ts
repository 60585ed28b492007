/** The running database server: found, started and stopped. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { processIdentity } from '../process-identity.ts';
import { lastLines, type Programs, startProgram } from './programs.ts';

/** `host` is the folder of the Unix socket, or a loopback address. */
export type Address = { host: string; port: number };

const START_TIMEOUT_MS = 60_000; // recovery after a power cut replays up to max_wal_size
const POLL_MS = 10;
/** sun_path holds 104 bytes on macOS and 108 on Linux, with the closing NUL. */
const MAX_SOCKET_PATH = 103;

/** A Unix socket in the cluster's own folder, so that two servers never meet; a free loopback port where that cannot be. */
export async function chooseAddress(cluster: string, platform = process.platform): Promise<Address> {
  const fits = Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= MAX_SOCKET_PATH;
  if (platform !== 'win32' && fits) return { host: cluster, port: 5432 };
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

/** Starts PostgreSQL on the cluster and returns when it takes connections; rejects with its own words when it does not. */
export async function startPostmaster(
  programs: Programs,
  address: Address,
  settings: Record<string, string>,
  log: Log,
) {
  const onSocket = address.host === programs.cluster;
  const own = {
    port: String(address.port),
    listen_addresses: onSocket ? '' : address.host,
    unix_socket_directories: onSocket ? programs.cluster : '',
    unix_socket_permissions: '0700',
    ...settings,
  };
  const options = Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = startProgram(programs, 'postgres', ['-D', programs.cluster, ...options], programs.cluster);
  const printed = forwardLog(child, log);
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (readPidFile(programs.cluster)?.status !== 'ready' || readPidFile(programs.cluster)?.pid !== child.pid) {
    if (hasEnded(child)) failure ??= new Error(`the embedded PostgreSQL does not start: ${lastLines(printed())}`);
    if (failure) throw failure;
    if (performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(
        `the embedded PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} s: ${lastLines(printed())}`,
      );
    }
    await sleep(POLL_MS);
  }
  return child;
}

/** Its lines go into our log; the last ones are kept for the error of a start that fails. */
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
  return () => recent.join('\n');
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/**
 * Clears the way for our own start. A database server that still runs on this cluster was left by a Muster that was
 * killed (whoever calls this holds the lock of the data directory): it is stopped, so that our own has our settings, our
 * log and this version's program. What a killed database server left is for PostgreSQL to judge, except one case that it
 * gets wrong: its old number now belongs to another process.
 */
export async function takeOver(cluster: string, log: Log): Promise<void> {
  const found = readPidFile(cluster);
  if (!found) return;
  if (isPostmasterOf(cluster, found.pid)) {
    log.warn({ pid: found.pid }, 'stopping the database server that a killed Muster left behind');
    await stopProcess(found.pid);
    return;
  }
  if (await accepts(join(cluster, '.s.PGSQL.5432'))) {
    throw new Error(`the database in ${cluster} is in use by a server in another container`);
  }
  if (processIdentity(found.pid) === undefined) return;
  log.warn({ pid: found.pid }, 'removing a postmaster.pid whose process number belongs to another program by now');
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(cluster, name), { force: true });
}

/** postmaster.pid: line 1 the process, line 8 the state (PostgreSQL's src/include/utils/pidfile.h). */
function readPidFile(cluster: string): { pid: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' };
  } catch {
    return undefined; // not there (yet), or just being removed
  }
}

/** On Linux a postmaster's working folder is its cluster. Elsewhere a living process of that number has to do. */
function isPostmasterOf(cluster: string, pid: number): boolean {
  if (processIdentity(pid) === undefined) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false; // it ended, or it is another user's
  }
}

async function accepts(socketPath: string): Promise<boolean> {
  const socket = connect(socketPath);
  const accepted = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return accepted;
}

/** Fast shutdown (SIGINT: sessions are ended, all is written), then immediate, then none at all; at most 15 s. */
export async function stopProcess(pid: number): Promise<void> {
  const steps = [
    { signal: 'SIGINT', waitMs: 8_000 },
    { signal: 'SIGQUIT', waitMs: 4_000 },
    { signal: 'SIGKILL', waitMs: 3_000 },
  ] as const;
  const identity = processIdentity(pid);
  for (const { signal, waitMs } of steps) {
    const deadline = performance.now() + waitMs;
    if (identity === undefined || processIdentity(pid) !== identity) return;
    process.kill(pid, signal);
    while (performance.now() < deadline) {
      if (processIdentity(pid) !== identity) return;
      await sleep(POLL_MS);
    }
  }
  throw new Error(`the database server (process ${pid}) does not end`);
}
