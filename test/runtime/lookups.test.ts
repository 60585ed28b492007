import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startServer();
  const account = { username: 'reader', password: 'Correct-horse-9-battery' };
  await server.ok('POST /api/users', { body: { ...account, role: 'admin' } });
  ({ token } = await server.ok('POST /api/auth/login', { token: null, body: account }));
});
afterAll(() => server.stop());

test('a look-up that meets a locked table fails, and those of other tables are answered', async () => {
  const missing = { token, params: { id: '00000000-0000-7000-8000-000000000000' } };
  await server.db.ownerSql.begin(async (sql) => {
    await sql`lock table devices in access exclusive mode`;
    const device = await server.call('GET /api/devices/:id', missing);
    expect([device.status, device.body.code]).toEqual([503, 'database_unavailable']);
    expect((await server.call('GET /api/me', { token })).status).toBe(200);
  });
  expect((await server.call('GET /api/devices/:id', missing)).status).toBe(404);
});

test('while who calls cannot be asked, the server is not ready', async () => {
  const [{ pid } = { pid: 0 }] = await server.muster.services.lookups<
    { pid: number }[]
  >`select pg_backend_pid() as pid`;
  expect(pid).toBeGreaterThan(1);
  process.kill(pid, 'SIGSTOP');
  try {
    expect((await server.call('GET /readyz', { token: null })).status).toBe(503);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await expect.poll(async () => (await server.call('GET /readyz', { token: null })).status).toBe(200);
});
