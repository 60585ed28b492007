/** The server as it is deployed, in a process of its own on a real database, for benches. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Sql } from '../runtime/database.ts';
import { startEmbeddedPostgres } from '../runtime/embedded-postgres.ts';
import { createLog } from '../runtime/log.ts';
import { databaseUrl } from '../test/database.ts';
import { freePort, startServerProcess } from '../test/server-process.ts';

export const ADMIN_TOKEN = 'bench-bootstrap-token';

export interface BenchServer {
  url: string;
  pid: number;
  /** As the application role. */
  databaseUrl: string;
  /** Signed in as the owner, to fill tables. */
  sql: Sql;
  call: (method: string, path: string, body?: unknown) => Promise<unknown>;
  stop: () => Promise<void>;
}

/** Starts PostgreSQL with its production settings and one server on a free port. */
export async function startBenchServer(env: Record<string, string> = {}): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: createLog('error') });
  const server = await startServerProcess({
    RMM_LISTEN: `127.0.0.1:${await freePort()}`,
    RMM_DATA_DIR: join(folder, 'data'),
    RMM_DATABASE_URL: databaseUrl(postgres.appOptions),
    RMM_MIGRATE_DATABASE_URL: databaseUrl(postgres.ownerOptions),
    RMM_ADMIN_TOKEN: ADMIN_TOKEN,
    RMM_LOG_LEVEL: 'warn',
    ...env,
  });
  const sql = connect(postgres.ownerOptions, { max: 2, statementTimeoutMs: 0 });
  return {
    url: server.url,
    pid: server.pid,
    databaseUrl: databaseUrl(postgres.appOptions),
    sql,
    call: (method, path, body) => call(server.url, method, path, body),
    stop: async () => {
      await sql.end();
      await server.kill('SIGTERM');
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
      if (server.output()) process.stderr.write(server.output());
    },
  };
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
