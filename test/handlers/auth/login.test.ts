import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken, createPerson, PASSWORD } from '../../factories.ts';
import { type Answer, startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  // the test is the reverse proxy, so that it can come from many addresses
  server = await startServer({ RMM_TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.stop());

let peers = 0;
const newPeer = () => `198.51.${Math.floor(++peers / 250)}.${(peers % 250) + 1}`;

const login = (username: string, password: string, peer = newPeer()) =>
  server.call('POST /api/auth/login', {
    token: null,
    body: { username, password },
    headers: { 'x-forwarded-for': peer },
  });

const trailOf = (id: string) =>
  server.db
    .sql`select actor_kind, actor_name, action, outcome, details from audit_entries where target_id = ${id} order by id`;

test('a sign-in gives a session token with account, role and permissions, and the trail says so', async () => {
  const person = await createPerson(server.db, { role: 'readonly', password: PASSWORD });
  const { status, body } = await login(person.username.toUpperCase(), PASSWORD);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    token: expect.stringMatching(/^rms_[\w-]{43}$/),
    user: { id: person.id, username: person.username, builtin: false, totp_enabled: false, language: null },
    principal: { kind: 'user', name: person.username },
    role: { key: 'readonly', name: 'Read only' },
    permissions: ['devices.view', 'devices.remote', 'clients.view'],
    scopes: [],
    unscoped: true,
  });
  expect((await server.ok('GET /api/me', { token: body.token })).user?.id).toBe(person.id);
  expect(await trailOf(person.id)).toEqual([
    {
      actor_kind: 'user',
      actor_name: person.username,
      action: 'auth.login',
      outcome: 'success',
      details: { method: 'password' },
    },
  ]);
  const [row] = await server.db.sql`select last_login_at from users where id = ${person.id}`;
  expect(row?.last_login_at).toEqual(expect.any(String));
});

test('only the hash of a session token is stored', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const { body } = await login(person.username, PASSWORD);
  const [leak] = await server.db
    .sql`select 1 from sessions s where to_jsonb(s)::text like ${`%${body.token.slice(4)}%`}`;
  expect(leak).toBeUndefined();
});

test('a session ends seven days after its sign-in, used or not', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const { body } = await login(person.username, PASSWORD);
  const day = 24 * 3600 * 1000;
  expect(Date.parse(body.expires_at) - Date.now()).toBeGreaterThan(6.99 * day);
  try {
    server.clock.offsetMs = 7 * day - 60_000;
    expect((await server.call('GET /api/me', { token: body.token })).status).toBe(200);
    server.clock.offsetMs = 7 * day + 1000;
    expect((await server.call('GET /api/me', { token: body.token })).status).toBe(401);
  } finally {
    server.clock.offsetMs = 0;
  }
});

test('an unknown name, a wrong password, a disabled account and one without a password are one answer', async () => {
  const known = await createPerson(server.db, { password: PASSWORD });
  const disabled = await createPerson(server.db, { password: PASSWORD });
  await server.db.sql`update users set disabled_at = now() where id = ${disabled.id}`;
  const passwordless = await createPerson(server.db);
  const answers = [
    await login('nobody-at-all', PASSWORD),
    await login(known.username, `${PASSWORD}!`),
    await login(disabled.username, PASSWORD),
    await login(passwordless.username, PASSWORD),
  ];
  const seen = answers.map(({ status, headers, body }: Answer) => {
    const { request_id, ...rest } = body;
    const names = [...headers.keys()].filter((name) => name !== 'date');
    return { status, names, rest, hasId: typeof request_id === 'string' };
  });
  expect(seen[0]).toMatchObject({ status: 401, rest: { code: 'invalid_credentials' } });
  for (const other of seen) expect(other).toEqual(seen[0]);
});

test('after ten failures of an account from one peer even the right password is 429 there, and nowhere else', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const peer = newPeer();
  for (let i = 0; i < 10; i++) expect((await login(person.username, 'wrong', peer)).status).toBe(401);
  const refused = await login(person.username.toUpperCase(), PASSWORD, peer);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  const other = await createPerson(server.db, { password: PASSWORD });
  expect((await login(other.username, PASSWORD, peer)).status).toBe(200);
  expect((await login(person.username, PASSWORD)).status).toBe(200);
});

test('another spelling of a name has no guesses of its own', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const username = `ali.${person.username}`;
  await server.db.sql`update users set username = ${username} where id = ${person.id}`;
  const dotted = username.replace('ali', 'alİ'); // lower() of PostgreSQL makes i of it, toLowerCase() two letters
  expect((await login(dotted, PASSWORD)).status).toBe(200);
  const peer = newPeer();
  for (let i = 0; i < 10; i++) expect((await login(i % 2 ? dotted : username, 'wrong', peer)).status).toBe(401);
  for (const name of [username, dotted]) expect((await login(name, PASSWORD, peer)).status).toBe(429);
});

test('an unknown account is limited like a known one', async () => {
  const peer = newPeer();
  for (let i = 0; i < 10; i++) expect((await login('no-such-person', 'wrong', peer)).status).toBe(401);
  expect((await login('no-such-person', 'wrong', peer)).status).toBe(429);
});

test('forty guesses at once are ten guesses', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const peer = newPeer();
  const answers = await Promise.all(Array.from({ length: 40 }, () => login(person.username, 'wrong', peer)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
});

test('right passwords are never limited', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const peer = newPeer();
  const answers = await Promise.all(Array.from({ length: 25 }, () => login(person.username, PASSWORD, peer)));
  expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(200));
});

test('a hundred failures over many accounts close the peer', { timeout: 90_000 }, async () => {
  const peer = newPeer();
  for (let batch = 0; batch < 10; batch++)
    await Promise.all(Array.from({ length: 10 }, (_, i) => login(`spray-${batch}-${i}`, 'Winter2026-Winter', peer)));
  const person = await createPerson(server.db, { password: PASSWORD });
  expect((await login(person.username, PASSWORD, peer)).status).toBe(429);
});

test('all addresses of an IPv6 network are one peer', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  for (let i = 0; i < 10; i++) await login(person.username, 'wrong', `2001:db8:7:7::${i + 1}`);
  expect((await login(person.username, PASSWORD, '2001:db8:7:7:abcd::1')).status).toBe(429);
  expect((await login(person.username, PASSWORD, '2001:db8:7:8::1')).status).toBe(200);
});

test('X-Forwarded-For from a peer that is no trusted proxy changes nothing', async () => {
  const direct = await startServer();
  try {
    const { username } = await createPerson(direct.db, { password: PASSWORD });
    const attempt = (password: string) =>
      direct.call('POST /api/auth/login', {
        token: null,
        body: { username, password },
        headers: { 'x-forwarded-for': newPeer() },
      });
    for (let i = 0; i < 10; i++) await attempt('wrong');
    expect((await attempt(PASSWORD)).status).toBe(429);
  } finally {
    await direct.stop();
  }
});

test('failed sign-ins are in the trail, one a minute and account, with a reason that the caller never saw', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  server.clock.offsetMs = 60_000 - (Date.now() % 60_000); // a minute has just begun
  for (let i = 0; i < 3; i++) await login(person.username, 'wrong');
  server.clock.offsetMs = 0;
  await expect.poll(() => trailOf(person.id), { timeout: 20_000 }).not.toEqual([]); // written beside the answer
  expect(await trailOf(person.id)).toEqual([
    {
      actor_kind: 'system',
      actor_name: 'anonymous',
      action: 'auth.login',
      outcome: 'refused',
      details: { code: 'invalid_credentials', reason: 'wrong_password' },
    },
  ]);
});

test('a name that is nobody’s is not kept, because it may be a password', async () => {
  const typed = 'My-Secret-In-The-Wrong-Field';
  await login(typed, 'x');
  const noted = () => server.db.sql`
    select target_id, target_name from audit_entries where details->>'reason' = 'unknown_account' limit 1`;
  await expect.poll(noted, { timeout: 20_000 }).toEqual([{ target_id: null, target_name: null }]);
  const [found] = await server.db.sql`select 1 from audit_entries a where to_jsonb(a)::text ilike ${`%${typed}%`}`;
  expect(found).toBeUndefined();
});

test('signing out ends this session and no other', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const [one, two] = [await login(person.username, PASSWORD), await login(person.username, PASSWORD)];
  expect((await server.call('POST /api/auth/logout', { token: one.body.token })).status).toBe(204);
  expect((await server.call('GET /api/me', { token: one.body.token })).status).toBe(401);
  expect((await server.call('GET /api/me', { token: two.body.token })).status).toBe(200);
});

test('signing out with an API token ends nothing', async () => {
  const person = await createPerson(server.db);
  const { token } = await createApiToken(server.db, { userId: person.id });
  expect((await server.call('POST /api/auth/logout', { token })).status).toBe(204);
  for (const still of [token, person.token])
    expect((await server.call('GET /api/me', { token: still })).status).toBe(200);
});

test('400 for a body that is none, 401 for the bootstrap token as a password', async () => {
  expect((await login('', '')).status).toBe(400);
  expect((await server.call('POST /api/auth/login', { token: null, body: { username: 'x' } })).status).toBe(400);
  expect((await login('bootstrap token', 'test-bootstrap-token')).status).toBe(401);
});
