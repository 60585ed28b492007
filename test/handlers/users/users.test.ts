import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordEvents } from '../../events.ts';
import { createApiToken, createPerson, createPlace, createRole, PASSWORD } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let events: ReturnType<typeof recordEvents>;
beforeAll(async () => {
  server = await startServer();
  events = recordEvents(server);
});
afterAll(() => server.stop());

let names = 0;
const newName = () => `somebody-${++names}`;
const trailOf = (id: string) =>
  server.db
    .sql`select action, target_name, details from audit_entries where target_id = ${id} and outcome = 'success' order by id`;

test('an account is created, signs in, and is listed as its record says', async () => {
  const place = await createPlace(server.db);
  const username = newName();
  const scopes = [
    { scope_type: 'client' as const, scope_id: place.client_id },
    { scope_type: 'client' as const, scope_id: place.client_id.toUpperCase() },
  ];
  const made = await server.ok('POST /api/users', {
    body: { username: ` ${username} `, password: PASSWORD, role: 'tech', scopes, email: 'Somebody@Example.com' },
  });
  expect(made).toEqual({
    id: expect.any(String),
    username,
    email: 'somebody@example.com',
    email_confirmed: false,
    role: 'tech',
    scopes: [{ scope_type: 'client', scope_id: place.client_id }],
    disabled_at: null,
    scope_lost: false,
    builtin: false,
    totp_enabled: false,
    sso_linked: false,
    last_login_at: null,
    created_at: expect.any(String),
  });
  const { users } = await server.ok('GET /api/users');
  expect(users.find(({ id }) => id === made.id)).toEqual(made);
  const login = await server.call('POST /api/auth/login', { token: null, body: { username, password: PASSWORD } });
  expect(login.body).toMatchObject({ role: { key: 'tech' }, scopes: made.scopes });
  expect(await trailOf(made.id)).toEqual([
    { action: 'user.create', target_name: username, details: { role: 'tech', scopes: 1 } },
    { action: 'auth.login', target_name: username, details: { method: 'password' } },
  ]);
});

test('the stored password is an argon2id hash, and no answer or trail holds it', async () => {
  const made = await server.call('POST /api/users', {
    body: { username: newName(), password: PASSWORD, role: 'tech' },
  });
  expect(JSON.stringify(made.body)).not.toMatch(/argon2|password/);
  const [user] = await server.db.sql`select password_hash from users where id = ${made.body.id}`;
  expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const [leak] = await server.db.sql`select 1 from audit_entries a where to_jsonb(a)::text like ${`%${PASSWORD}%`}`;
  expect(leak).toBeUndefined();
});

test('409 when the name is taken, compared without case, also of twenty at once', async () => {
  const { username } = await createPerson(server.db);
  const body = { username: username.toUpperCase(), password: PASSWORD, role: 'tech' };
  expect(await server.call('POST /api/users', { body })).toMatchObject({
    status: 409,
    body: { code: 'username_taken' },
  });
  const fresh = newName();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.call('POST /api/users', { body: { ...body, username: fresh } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
});

test('409 when the address is taken; a blank address is none', async () => {
  const create = (email: string) =>
    server.call('POST /api/users', { body: { username: newName(), password: PASSWORD, role: 'tech', email } });
  expect((await create('taken@example.com')).status).toBe(201);
  expect(await create('TAKEN@example.com')).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  expect([await create(''), await create('')]).toMatchObject([{ body: { email: null } }, { body: { email: null } }]);
});

test('403 for an address without users.email.manage', async () => {
  const { token } = await createPerson(server.db, { permissions: ['users.manage'] });
  const role = await createRole(server.db, []);
  const body = { username: newName(), password: PASSWORD, role };
  expect(await server.call('POST /api/users', { token, body: { ...body, email: 'x@example.com' } })).toMatchObject({
    status: 403,
    body: { code: 'permission_denied' },
  });
  expect((await server.call('POST /api/users', { token, body: { ...body, email: '' } })).status).toBe(201);
});

test.each([
  ['a weak password', { password: 'weak' }, 'weak_password'],
  ['a common password', { password: 'Password123!' }, 'weak_password'],
  ['an unknown role', { role: 'nobody-has-this' }, 'unknown_role'],
  ['a name with white space', { username: 'a b' }, 'invalid_input'],
  ['a name that ends in a letter which nobody sees', { username: 'admin\u3164' }, 'invalid_input'],
  [
    'a scope target that does not exist',
    { scopes: [{ scope_type: 'site', scope_id: crypto.randomUUID() }] },
    'unknown_scope_target',
  ],
  ['a key that does not exist', { builtin: true }, 'invalid_input'],
])('400 for %s, and no account', async (_, wrong, code) => {
  const username = newName();
  const body = { username, password: PASSWORD, role: 'tech', ...wrong };
  expect(await server.call('POST /api/users', { body })).toMatchObject({ status: 400, body: { code } });
  expect(await server.db.sql`select 1 from users where username = ${username}`).toEqual([]);
});

test('a name in another form of Unicode is the same name, for a new account and at the sign-in', async () => {
  const name = newName();
  const body = { username: `z\u0065\u0301-${name}`, password: PASSWORD, role: 'tech' }; // as macOS sends é
  expect((await server.ok('POST /api/users', { body })).username).toBe(`z\u00e9-${name}`);
  const wide = { ...body, username: `\uff5a\u00e9-${name}` };
  expect(await server.call('POST /api/users', { body: wide })).toMatchObject({
    status: 409,
    body: { code: 'username_taken' },
  });
  for (const { username } of [body, wide])
    expect(
      (await server.call('POST /api/auth/login', { token: null, body: { username, password: PASSWORD } })).status,
    ).toBe(200);
});

test('a scope target of another kind with the same id is unknown', async () => {
  const place = await createPlace(server.db);
  const scopes = [{ scope_type: 'agent', scope_id: place.client_id }];
  const body = { username: newName(), password: PASSWORD, role: 'tech', scopes };
  expect(await server.call('POST /api/users', { body })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'scopes.0.scope_id' }] },
  });
});

test('a role change holds from the next request on, and closes live sockets', async () => {
  const person = await createPerson(server.db, { role: 'readonly' });
  const params = { id: person.id };
  events.take('changed');
  expect((await server.ok('PATCH /api/users/:id', { params, body: { role: 'tech' } })).role).toBe('tech');
  expect(events.take('access.changed')).toEqual([{ type: 'access.changed', userIds: [person.id] }]);
  expect((await server.ok('GET /api/me', { token: person.token })).role.key).toBe('tech');
  await server.ok('PATCH /api/users/:id', { params, body: { role: 'tech' } });
  expect(await trailOf(person.id)).toMatchObject([
    { action: 'user.role.update', details: { from: 'readonly', to: 'tech' } },
  ]);
});

test('disabling ends sessions and bound tokens at once; doing it again keeps the time; enabling gives access back', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const bound = await createApiToken(server.db, { userId: person.id });
  const params = { id: person.id };
  events.take('changed');
  const first = await server.ok('POST /api/users/:id/disable', { params });
  expect(events.take('access.changed')).toEqual([{ type: 'access.changed', userIds: [person.id] }]);
  for (const token of [person.token, bound.token])
    expect((await server.call('GET /api/me', { token })).status).toBe(401);

  server.clock.offsetMs = 3600_000;
  const second = await server.ok('POST /api/users/:id/disable', { params });
  server.clock.offsetMs = 0;
  expect(second.disabled_at).toBe(first.disabled_at);

  expect((await server.ok('POST /api/users/:id/enable', { params })).disabled_at).toBeNull();
  await server.ok('POST /api/users/:id/enable', { params });
  const login = { username: person.username, password: PASSWORD };
  expect((await server.call('GET /api/me', { token: person.token })).status).toBe(401);
  expect((await server.call('GET /api/me', { token: bound.token })).status).toBe(200);
  expect((await server.call('POST /api/auth/login', { token: null, body: login })).status).toBe(200);
  expect((await trailOf(person.id)).map(({ action }) => action)).toEqual(['user.disable', 'user.enable', 'auth.login']);
});

test('deleting takes sessions, tokens and scope along, and leaves the name in the trail', async () => {
  const place = await createPlace(server.db);
  const person = await createPerson(server.db, { scopes: [{ scope_type: 'site', scope_id: place.site_id }] });
  const bound = await createApiToken(server.db, { userId: person.id });
  events.take('changed');
  expect((await server.call('DELETE /api/users/:id', { params: { id: person.id } })).status).toBe(204);
  expect(events.take('access.changed')).toEqual([{ type: 'access.changed', userIds: [person.id] }]);
  for (const token of [person.token, bound.token])
    expect((await server.call('GET /api/me', { token })).status).toBe(401);
  expect(await server.db.sql`select 1 from user_scopes where user_id = ${person.id}`).toEqual([]);
  expect(await trailOf(person.id)).toEqual([
    { action: 'user.delete', target_name: person.username, details: { role: 'admin' } },
  ]);
});

test('409 for disabling or deleting yourself, with a session or a token of your own', async () => {
  const person = await createPerson(server.db);
  const bound = await createApiToken(server.db, { userId: person.id });
  for (const token of [person.token, bound.token])
    for (const call of ['POST /api/users/:id/disable', 'DELETE /api/users/:id'])
      expect(await server.call(call, { token, params: { id: person.id } })).toMatchObject({
        status: 409,
        body: { code: 'own_account' },
      });
});

const calls: [string, object | undefined][] = [
  ['PATCH /api/users/:id', { role: 'tech' }],
  ['DELETE /api/users/:id', undefined],
  ['POST /api/users/:id/disable', undefined],
  ['POST /api/users/:id/enable', undefined],
  ['GET /api/users/:id/scopes', undefined],
  ['PUT /api/users/:id/scopes', { scopes: [] }],
];

test.each(calls)(
  '%s: 404 for an unknown account, 400 for a malformed id, 403 without users.manage',
  async (call, body) => {
    const unknown = { id: '018f0000-0000-7000-8000-000000000000' };
    expect(await server.call(call, { params: unknown, body })).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
    expect((await server.call(call, { params: { id: 'nope' }, body })).status).toBe(400);
    const { token, id } = await createPerson(server.db, { role: 'tech' });
    expect(await server.call(call, { token, params: { id }, body })).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    });
  },
);
