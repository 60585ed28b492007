/** The server as it is deployed, in a process of its own on a real database, for benches. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Sql } from '../runtime/database.ts';
import { startEmbeddedPostgres } from '../runtime/embedded-postgres.ts';
import { createLog } from '../runtime/log.ts';
import { databaseUrl } from '../test/database.ts';

export const ADMIN_TOKEN = 'bench-bootstrap-token';

export interface BenchServer {
  url: string;
  pid: number;
  /** Signed in as the owner, to fill tables. */
  sql: Sql;
  call: (method: string, path: string, body?: unknown) => Promise<unknown>;
  stop: () => Promise<void>;
}

/** Starts PostgreSQL with its production settings and one server on a free port. */
export async function startBenchServer(env: Record<string, string> = {}): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: createLog('error') });
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../runtime/start.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      RMM_LISTEN: `127.0.0.1:${port}`,
      RMM_DATA_DIR: join(folder, 'data'),
      RMM_DATABASE_URL: databaseUrl(postgres.appOptions),
      RMM_MIGRATE_DATABASE_URL: databaseUrl(postgres.ownerOptions),
      RMM_ADMIN_TOKEN: ADMIN_TOKEN,
      RMM_LOG_LEVEL: 'warn',
      ...env,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(url, child);
  const sql = connect(postgres.ownerOptions, { max: 2, statementTimeoutMs: 0 });
  return {
    url,
    pid: child.pid ?? 0,
    sql,
    call: (method, path, body) => call(url, method, path, body),
    stop: async () => {
      await sql.end();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    try {
      if ((await fetch(`${url}/readyz`)).ok) return;
    } catch {
      // not listening yet
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`the server ended with ${child.exitCode}`);
}

async function call(url: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const headers: Record<string, string> = { authorization: `Bearer ${ADMIN_TOKEN}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(url + path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
