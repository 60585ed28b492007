/** Exports that are larger than memory should be: at the pace of the client, a few at once, called off when it leaves. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createApiToken } from '../../factories.ts';
import { ADMIN_TOKEN, startServer, type TestServer } from '../../harness.ts';

const ROWS = 120_000;
const MB = 1024 * 1024;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await server.db.ownerSql`
    insert into audit_entries (at, actor_kind, actor_name, action, outcome, user_agent)
    select now() - i * interval '1 second', 'system', 'filler', 'client.create', 'success', repeat('x', 300)
    from generate_series(1, ${ROWS}) i`;
});
afterAll(() => server.stop());

async function path(token = ADMIN_TOKEN): Promise<string> {
  const { url } = await server.ok('POST /api/exports/csv', {
    body: { kind: 'audit', filters: { actor: 'filler' } },
    token,
  });
  return url.slice(url.indexOf('/api/'));
}

/** Asks for the export and reads nothing beyond its head; again while one that was called off still has its place. */
async function openStalled(token = ADMIN_TOKEN): Promise<Socket> {
  const target = await path(token);
  return vi.waitFor(
    async () => {
      const socket = connect(server.muster.port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      await vi.waitUntil(() => socket.readableLength > 0 || socket.destroyed, { timeout: 9000, interval: 2 });
      socket.pause();
      const head: Buffer | null = socket.read();
      if (!head?.toString('latin1').startsWith('HTTP/1.1 200 ')) {
        socket.destroy();
        throw new Error('there is no place yet');
      }
      socket.unshift(head);
      return socket;
    },
    { timeout: 20_000 },
  );
}

/** An export in one piece, as soon as there is a place. */
const whenFree = (target: string): Promise<Response> =>
  vi.waitFor(
    async () => {
      const response = await fetch(server.url + target, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
      if (response.status === 429 || response.status === 503) throw new Error('there is no place yet');
      return response;
    },
    { timeout: 20_000 },
  );

const running = async () => {
  const [row] = await server.db.sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where application_name = 'muster exports' and datname = current_database() and state <> 'idle'`;
  return row?.count ?? 0;
};

test('every row arrives, once, in order, while memory stays flat', async () => {
  const target = await path();
  const before = process.memoryUsage();
  let highest = 0;
  let lines = 0;
  let bytes = 0;
  const response = await fetch(server.url + target, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
    highest = Math.max(highest, process.memoryUsage().rss);
  }
  expect(lines).toBe(ROWS + 1);
  expect(bytes).toBeGreaterThan(40 * MB);
  expect((highest - before.rss) / MB).toBeLessThan(150); // client and server are one process here; the garbage of both
});

test('a client that reads nothing holds one cursor and little memory, and the server goes on serving', async () => {
  const before = process.memoryUsage();
  await openStalled();
  await vi.waitUntil(async () => (await running()) === 1, { timeout: 20_000 });
  for (let turn = 0; turn < 50; turn++) expect((await server.call('GET /healthz')).status).toBe(200);
  const after = process.memoryUsage();
  expect((after.external + after.arrayBuffers - before.external - before.arrayBuffers) / MB).toBeLessThan(30);
});

test('a client that pauses and goes on gets the rest', async () => {
  const socket = await openStalled();
  await new Promise((resolve) => setTimeout(resolve, 300));
  let text = '';
  let lines = 0;
  socket.on('data', (data) => {
    for (const byte of data) if (byte === 10) lines += 1;
    text = (text + data.toString('latin1')).slice(-10);
  });
  socket.resume();
  await vi.waitUntil(() => text.endsWith('\r\n0\r\n\r\n'), { timeout: 25_000 });
  expect(lines).toBeGreaterThan(ROWS);
});

test('the query of a client that leaves is called off, and its place is free again', async () => {
  const sockets = [await openStalled(), await openStalled()];
  await vi.waitUntil(async () => (await running()) >= 2, { timeout: 20_000 });
  for (const socket of sockets) socket.destroy();
  await vi.waitUntil(async () => (await running()) === 0, { timeout: 20_000 });
  expect((await whenFree('/api/reports/machines?format=csv')).status).toBe(200);
});

test('429 for the third of one account, 503 for the fifth of all', async () => {
  const others = [await createApiToken(server.db), await createApiToken(server.db), await createApiToken(server.db)];
  await openStalled();
  await openStalled();
  const third = await server.call('GET /api/reports/machines', { query: { format: 'csv' } });
  expect(third).toMatchObject({ status: 429, body: { code: 'too_many_exports' } });
  expect(third.headers.get('retry-after')).toBe('10');
  for (const { token } of others.slice(0, 2)) await openStalled(token);
  const fifth = await server.call('GET /api/reports/machines', { query: { format: 'csv' }, token: others[2]?.token });
  expect(fifth).toMatchObject({ status: 503, body: { code: 'exports_busy' } });
  expect((await server.call('GET /api/reports/machines')).status).toBe(200); // pages are no exports
});

test('a query that fails before its first row is answered as any failure', async () => {
  const target = await path();
  await server.db.ownerSql`alter table audit_entries rename to audit_entries_away`;
  onTestFinished(async () => void (await server.db.ownerSql`alter table audit_entries_away rename to audit_entries`));
  const response = await whenFree('/api/reports/machines?format=csv&q=x');
  expect(response.status).toBe(200);
  await response.text();
  const failed = await whenFree(target);
  expect(failed.status).toBe(500);
  expect(await failed.json()).toMatchObject({ code: 'internal_error' });
});
