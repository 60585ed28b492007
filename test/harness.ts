/** A whole server on a database of its own, called over HTTP as clients do. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { systemActor } from '../domain/actor.ts';
import { type Ctx, createCtx } from '../domain/context.ts';
import { everything } from '../domain/scope.ts';
import type { Api } from '../handlers/index.ts';
import { loadConfig } from '../runtime/config.ts';
import { createLog } from '../runtime/log.ts';
import { type Muster, type Outside, startMuster } from '../runtime/main.ts';
import type { ProblemBody } from '../schema/common.ts';
import { createDatabase, type TestDatabase } from './database.ts';

export const ADMIN_TOKEN = 'test-bootstrap-token';
type Route = keyof Api;

export interface Sent {
  token?: string | null;
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** What came back, as JSON; null for none. Refusals have `code`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape, right and wrong ones
  body: any;
}

export interface TestServer {
  muster: Muster;
  db: TestDatabase;
  url: string;
  /** The server's clock; a test may move it by setting `offsetMs`, and hold it with `standsAt`: then nothing else moves it. */
  clock: { offsetMs: number; standsAt?: number | undefined };
  dataDir: string;
  /** A context for the server's own work, as its sweeps have it. */
  ctx: Ctx;
  /** Calls a route; by default as the bootstrap token. Path parameters are put in, whatever they hold. */
  call: (route: Route | (string & {}), sent?: Sent) => Promise<Answer>;
  /** The same, and throws unless it succeeds; typed by the registry. */
  ok: <R extends Route>(route: R, sent?: Sent) => Promise<Api[R]['output']>;
  stop: () => Promise<void>;
}

export async function startServer(env: Record<string, string> = {}, outside: Outside = {}): Promise<TestServer> {
  const db = await createDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'muster-test-'));
  const clock: TestServer['clock'] = { offsetMs: 0 };
  const config = loadConfig({
    RMM_LISTEN: '127.0.0.1:0',
    RMM_CONSOLE_URL: 'http://console.test',
    RMM_DATA_DIR: dataDir,
    RMM_DATABASE_URL: db.url,
    RMM_MIGRATE_DATABASE_URL: db.ownerUrl,
    RMM_ADMIN_TOKEN: ADMIN_TOKEN,
    ...env,
  });
  const log = createLog(process.env.TEST_LOG === '1' ? 'debug' : 'silent');
  const now = () => new Date((clock.standsAt ?? Date.now()) + clock.offsetMs);
  const muster = await startMuster(config, log, { now, checkOutputs: true, ...outside });
  const url = `http://127.0.0.1:${muster.port}`;
  const call = (route: string, sent: Sent = {}) => request(url, route, sent);
  return {
    muster,
    db,
    url,
    clock,
    dataDir,
    ctx: createCtx({
      ...muster.services,
      actor: systemActor('test'),
      scope: everything,
      origin: { requestId: null, ip: null, userAgent: null },
    }),
    call,
    ok: async (route, sent) => {
      const answer = await call(route, sent);
      if (answer.status >= 400) throw new Error(`${route} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    stop: async () => {
      await muster.stop();
      await db.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function request(url: string, route: string, sent: Sent): Promise<Answer> {
  const [method, path = ''] = route.split(' ');
  const filled = path.replace(/:([A-Za-z_]+)/g, (_, name: string) =>
    encodeURIComponent(sent.params?.[name] ?? `missing-${name}`),
  );
  const query = new URLSearchParams(Object.entries(sent.query ?? {}).map(([key, value]) => [key, String(value)]));
  const headers = new Headers(sent.headers);
  const token = sent.token === undefined ? ADMIN_TOKEN : sent.token;
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (sent.body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const body =
    sent.body === undefined ? undefined : typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body);
  const response = await fetch(`${url}${filled}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers,
    body,
    redirect: 'manual',
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : json ? JSON.parse(text) : text,
  };
}

/** A refusal, for tests that look at one. */
export type Refusal = z.infer<typeof ProblemBody>;
