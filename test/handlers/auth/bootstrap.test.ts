import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken, createPerson, PASSWORD } from '../../factories.ts';
import { ADMIN_TOKEN, type Answer, startServer, type TestServer } from '../../harness.ts';

const body = { username: 'root', password: PASSWORD };
const route = 'POST /api/auth/bootstrap';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ RMM_INSTANCE_NAME: 'Test lab' });
});
afterAll(() => server.stop());

const count = async () => (await server.db.sql`select 1 from users`).count;

test('before the first account anybody may ask, and is told that one is needed', async () => {
  expect(await server.ok('GET /api/auth/state', { token: null })).toEqual({
    needs_bootstrap: true,
    sso: { enabled: false, label: expect.any(String) },
    password_reset: false,
    instance_name: 'Test lab',
  });
});

test('401 without the bootstrap token, 403 for other tokens, however strong', async () => {
  expect((await server.call(route, { token: null, body })).status).toBe(401);
  expect((await server.call(route, { token: `${ADMIN_TOKEN}x`, body })).status).toBe(401);
  const { token } = await createApiToken(server.db);
  expect(await server.call(route, { token, body })).toMatchObject({
    status: 403,
    body: { code: 'bootstrap_token_required' },
  });
  expect(await count()).toBe(0);
});

test('400 for a weak password, naming what is missing, and for a name that is none', async () => {
  expect(await server.call(route, { body: { ...body, password: 'weak' } })).toMatchObject({
    status: 400,
    body: {
      code: 'weak_password',
      issues: [
        { path: 'password', message: 'needs at least 12 characters' },
        { path: 'password', message: 'needs an uppercase letter' },
        { path: 'password', message: 'needs a symbol' },
      ],
    },
  });
  expect((await server.call(route, { body: { ...body, username: 'a b' } })).status).toBe(400);
  expect((await server.call(route, { body: { ...body, role: 'admin' } })).status).toBe(400);
  expect(await count()).toBe(0);
});

test('of twenty callers at once one makes the administrator', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => server.call(route, { body: { ...body, username: `root${i}` } })),
  );
  const won = answers.filter(({ status }) => status === 201);
  expect(won).toHaveLength(1);
  expect(won[0]?.body).toMatchObject({ role: 'admin', builtin: true, scopes: [], disabled_at: null });
  const lost = answers.filter(({ status }) => status === 409).map(({ body }) => body.code);
  expect(lost).toEqual(Array(19).fill('already_set_up'));
  expect(await count()).toBe(1);
  expect(
    await server.db.sql`select actor_kind from audit_entries where action = 'auth.bootstrap' and outcome = 'success'`,
  ).toEqual([{ actor_kind: 'bootstrap' }]);
});

test('of two that get as far as making it, the second is told that it is made', async () => {
  const fresh = await startServer();
  const { sql } = fresh.db;
  const waiting = async () =>
    (await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`).count;
  let answers: Promise<Answer[]> | undefined;
  await sql.begin(async (holding) => {
    await holding`lock table users in share row exclusive mode`; // looking is free, making waits
    answers = Promise.all(['one', 'two'].map((username) => fresh.call(route, { body: { ...body, username } })));
    await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
  });
  expect((await answers)?.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  await fresh.stop();
});

test('from then on the door is closed, on every spelling of the path', async () => {
  expect((await server.ok('GET /api/auth/state', { token: null })).needs_bootstrap).toBe(false);
  for (const path of [
    '/api/auth/bootstrap',
    '/api/auth/bootstrap/',
    '/api/auth/bootstrap//',
    '//api/auth/bootstrap',
    '/api//auth/bootstrap',
    '/api/auth%2fbootstrap',
    '/api/auth/bootstrap%2f',
    '/api/auth/./bootstrap',
    '/api/auth/%62ootstrap',
    '/API/auth/bootstrap',
    '/api/auth/bootstrap;x',
    '/api/auth/bootstrap?again=1',
  ])
    expect((await server.call(`POST ${path}`, { body })).status, path).toBeGreaterThanOrEqual(400);
  expect(await server.call(route, { body: { username: 'x', password: 'weak' } })).toMatchObject({
    status: 409,
    body: { code: 'already_set_up' },
  });
  expect(await count()).toBe(1);
});

test('the built-in administrator can be neither disabled nor deleted, by nobody', async () => {
  const [builtin] = await server.db.sql<{ id: string }[]>`select id from users where builtin`;
  const params = { id: builtin?.id ?? '' };
  const { token } = await createPerson(server.db);
  for (const caller of [ADMIN_TOKEN, token])
    for (const call of ['POST /api/users/:id/disable', 'DELETE /api/users/:id'])
      expect(await server.call(call, { token: caller, params })).toMatchObject({
        status: 409,
        body: { code: 'builtin_account' },
      });
});
