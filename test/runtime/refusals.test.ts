import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problem } from '../../domain/problem.ts';
import { createRefusalRecorder } from '../../runtime/refusals.ts';
import { createPerson } from '../factories.ts';
import { startServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const failed = (key: string, id: string | null) =>
  new Problem(401, 'invalid_credentials', 'x', { refused: { target: { id, name: null }, key, reason: 'test' } });

test('a flood of names that are nobody’s ends at sixty entries a minute; accounts have theirs beside it', async () => {
  const record = createRefusalRecorder(server.muster.services);
  const minute = 60_000 * Math.floor(Date.now() / 60_000);
  const at = (offsetMs: number) => ({ ...server.ctx, now: () => new Date(minute + offsetMs) });
  const { id } = await createPerson(server.db);
  const count = async (offsetMs: number, keys: string[], target: string | null) => {
    let written = 0;
    for (const key of keys) if (await record(at(offsetMs), 'auth.login', failed(key, target))) written += 1;
    return written;
  };
  const names = Array.from({ length: 100 }, (_, n) => `nobody-${n}`);
  expect(await count(0, names, null)).toBe(60);
  expect(await count(1000, ['somebody', 'somebody'], id)).toBe(1);
  expect(await count(60_000, names, null)).toBe(60);
  const rows = await server.db.sql`select 1 from audit_entries where action = 'auth.login' and outcome = 'refused'`;
  expect(rows).toHaveLength(121);
});
