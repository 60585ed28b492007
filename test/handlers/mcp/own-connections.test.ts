/** What AI asks of the database waits behind what AI asks, and nobody else behind it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { useTool } from './speak.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('while calls of AI hang in the database, people are answered', async () => {
  const tokens = await Promise.all([1, 2].map(() => createApiToken(server.db, { mcpOnly: true })));
  const waiting = async () => {
    const [row] = await server.db.ownerSql<{ count: number }[]>`
      select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and not l.granted`;
    return row?.count;
  };
  let calls: Promise<{ status: number; refused: boolean }>[] = [];
  await server.db.ownerSql.begin(async (sql) => {
    // Four statements of a dashboard stand still, of two dashboards eight: more than the pool of all has connections.
    await sql`lock table devices, alerts, device_operations, oauth_applications in access exclusive mode`;
    calls = tokens.map(({ token }) => useTool(server, 'get_dashboard', {}, { token }));
    await expect.poll(waiting).toBeGreaterThanOrEqual(2); // the server's own rounds may wait, too
    const people = Array.from({ length: 8 }, () => server.call('GET /api/script-categories'));
    expect((await Promise.all(people)).map(({ status }) => status)).toEqual(people.map(() => 200));
  });
  expect(await Promise.all(calls)).toMatchObject(calls.map(() => ({ status: 200, refused: false })));
});
