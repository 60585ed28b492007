import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordEvents } from '../../events.ts';
import { createApiToken, createPerson, PASSWORD, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { codeNow } from '../../totp.ts';

const NEW = 'Another-Horse-Stable-7';

let server: TestServer;
let events: ReturnType<typeof recordEvents>;
beforeAll(async () => {
  server = await startServer({ RMM_TRUSTED_PROXIES: '127.0.0.1' });
  events = recordEvents(server);
});
afterAll(() => server.stop());

const change = (token: string, current_password: string, new_password: string) =>
  server.call('POST /api/me/password', { token, body: { current_password, new_password } });
const login = ({ username }: Person, password: string) =>
  server.call('POST /api/auth/login', { token: null, body: { username, password } });

test('a change ends the other sessions at once, keeps this one, and is audited with their number', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const other = await login(person, PASSWORD);
  events.take('changed');
  expect((await change(person.token, PASSWORD, NEW)).status).toBe(204);
  expect((await server.call('GET /api/me', { token: other.body.token })).status).toBe(401);
  expect((await server.call('GET /api/me', { token: person.token })).status).toBe(200);
  expect(events.take('access.changed')).toMatchObject([{ sessionIds: [expect.any(String)] }]);
  expect([(await login(person, PASSWORD)).status, (await login(person, NEW)).status]).toEqual([401, 200]);
  const trail = await server.db.sql`
    select details from audit_entries where target_id = ${person.id} and action = 'user.password.change'`;
  expect(trail).toEqual([{ details: { sessions_revoked: 1 } }]);
});

test('a token bound to the account changes it too, and all sessions end', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const { token } = await createApiToken(server.db, { userId: person.id });
  expect((await change(token, PASSWORD, NEW)).status).toBe(204);
  expect((await server.call('GET /api/me', { token: person.token })).status).toBe(401);
});

test('a new password drops what was staged with the old one, which a token of the account could put into use', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const { token } = await createApiToken(server.db, { userId: person.id });
  const body = { current_password: PASSWORD };
  const { secret } = await server.ok('POST /api/me/2fa/setup', { token, body });
  await server.ok('POST /api/me/password', {
    token: person.token,
    body: { ...body, new_password: NEW },
  });
  const code = codeNow(server, secret);
  expect(await server.call('POST /api/me/2fa/enable', { token, body: { code } })).toMatchObject({
    status: 409,
    body: { code: 'setup_not_started' },
  });
});

test('403 for a wrong current password, never 401, so that the session goes on', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  expect(await change(person.token, 'wrong', NEW)).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
  expect((await login(person, PASSWORD)).status).toBe(200);
});

test('after ten wrong guesses at the current password the right one is 429', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  await Promise.all(Array.from({ length: 12 }, () => change(person.token, 'wrong', NEW)));
  expect((await change(person.token, PASSWORD, NEW)).status).toBe(429);
});

test('whoever guesses wrong with a token of the account does not keep its owner elsewhere from changing the password', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const { token } = await createApiToken(server.db, { userId: person.id, role: 'readonly' });
  const from = (peer: string, bearer: string, current_password: string) =>
    server.call('POST /api/me/password', {
      token: bearer,
      headers: { 'x-forwarded-for': peer },
      body: { current_password, new_password: NEW },
    });
  for (let guess = 0; guess < 10; guess++) expect((await from('198.51.100.1', token, 'wrong')).status).toBe(403);
  expect((await from('198.51.100.1', token, PASSWORD)).status).toBe(429);
  expect((await from('203.0.113.1', person.token, PASSWORD)).status).toBe(204);
});

test('an account that changes its password from many networks at once does not fill the line for others', {
  timeout: 90_000,
}, async () => {
  const [person, other] = [
    await createPerson(server.db, { password: PASSWORD }),
    await createPerson(server.db, { password: PASSWORD }),
  ];
  let answered = 0;
  const flood = Array.from({ length: 300 }, async (_, i) => {
    const { status } = await server.call('POST /api/me/password', {
      token: person.token,
      headers: { 'x-forwarded-for': `198.51.100.${i % 50}` },
      body: { current_password: PASSWORD, new_password: 'weak' },
    });
    expect([400, 429]).toContain(status);
    answered += 1;
  });
  await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(0);
  expect((await change(other.token, PASSWORD, 'weak')).status).toBe(400);
  await Promise.all(flood);
});

test('400 for a weak new password and for the same again, and nothing changes', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  expect(await change(person.token, PASSWORD, 'weak')).toMatchObject({
    status: 400,
    body: {
      code: 'weak_password',
      issues: expect.arrayContaining([expect.objectContaining({ path: 'new_password' })]),
    },
  });
  expect(await change(person.token, PASSWORD, PASSWORD)).toMatchObject({
    status: 400,
    body: { code: 'password_unchanged' },
  });
  expect((await login(person, PASSWORD)).status).toBe(200);
});

test('403 without an account', async () => {
  const { token } = await createApiToken(server.db);
  expect(await change(token, PASSWORD, NEW)).toMatchObject({ status: 403, body: { code: 'no_account' } });
});

test('of two changes at once one wins, and its password is the one that works', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const wanted = [`${NEW}-a`, `${NEW}-b`];
  const answers = await Promise.all(wanted.map((password) => change(person.token, PASSWORD, password)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 403]);
  const winner = wanted[answers.findIndex(({ status }) => status === 204)] ?? '';
  expect((await login(person, winner)).status).toBe(200);
});
