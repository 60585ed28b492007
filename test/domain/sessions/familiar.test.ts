/** Nobody locks somebody else out: a flood of guesses stands behind those who come back to where they signed in before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyPassword } from '../../../domain/passwords/hash.ts';
import { createPerson, PASSWORD } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ RMM_TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.stop());

const login = (username: string, peer: string, password = PASSWORD) =>
  server.call('POST /api/auth/login', {
    token: null,
    body: { username, password },
    headers: { 'x-forwarded-for': peer },
  });

/** Makes a line of strangers, does something, and tells how many of them were still waiting when it was done. */
async function behindStrangers(work: (waiting: () => number) => Promise<unknown>): Promise<number> {
  let through = 0;
  const line = Array.from({ length: 40 }, () =>
    verifyPassword(null, 'a guess', 'stranger').then(() => {
      through += 1;
    }),
  );
  const waiting = () => line.length - through;
  await work(waiting);
  const left = waiting();
  await Promise.all(line);
  return left;
}

test('who signed in from a network before is not held up by a flood of others, whatever address of it they have', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  expect((await login(person.username, '2001:db8:1:1::1')).status).toBe(200);
  const waiting = await behindStrangers(async () => {
    expect((await login(person.username, '2001:db8:1:1::2')).status).toBe(200);
  });
  expect(waiting).toBeGreaterThan(10);
});

test('a guess makes nobody familiar; another network, another account, a disabled and an unknown one stand in line', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const other = await createPerson(server.db, { password: PASSWORD });
  const disabled = await createPerson(server.db, { password: PASSWORD });
  await server.db.sql`update users set disabled_at = now() where id = ${disabled.id}`;
  await login(person.username, '192.0.2.1', 'wrong');
  expect((await login(person.username, '192.0.2.2')).status).toBe(200);
  const standing = [
    [person.username, '192.0.2.1'],
    [person.username, '192.0.2.3'],
    [other.username, '192.0.2.2'],
    [disabled.username, '192.0.2.2'],
    ['nobody-at-all', '192.0.2.2'],
  ] as const;
  const early: unknown[] = [];
  await behindStrangers((waiting) =>
    Promise.all(
      standing.map(async ([username, peer]) => {
        // every one costs the same, so that accounts can't be told from one another (ATTACKS.md 3)
        expect((await login(username, peer, 'wrong')).status).toBe(401);
        if (waiting() > 2) early.push({ username, peer });
      }),
    ),
  );
  expect(early).toEqual([]);
});

test('who is signed in does not wait behind them to change a password', async () => {
  const { token } = await createPerson(server.db, { password: PASSWORD });
  const body = { current_password: PASSWORD, new_password: 'Another-Horse-Battery-8' };
  const waiting = await behindStrangers(async () => {
    expect((await server.call('POST /api/me/password', { token, body })).status).toBe(204);
  });
  expect(waiting).toBeGreaterThan(10);
});
