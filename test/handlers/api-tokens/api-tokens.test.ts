import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordEvents } from '../../events.ts';
import { createApiToken, createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let events: ReturnType<typeof recordEvents>;
beforeAll(async () => {
  server = await startServer();
  events = recordEvents(server);
});
afterAll(() => server.stop());

const DAY_MS = 24 * 3600 * 1000;
const issue = (body: object, token?: string) => server.call('POST /api/api-tokens', { token, body });
const me = (token: string) => server.call('GET /api/me', { token });

test('a token is shown once, works, is listed without its value, and stops when it is revoked', async () => {
  const { body: made } = await issue({ name: ' Nightly export ', role: 'readonly' });
  expect(made).toMatchObject({
    name: 'Nightly export',
    role: 'readonly',
    user_id: null,
    username: null,
    mcp_only: false,
    issued_by: 'bootstrap token',
    expires_at: null,
    token: expect.stringMatching(/^rmk_[\w-]{43}$/),
  });
  expect((await me(made.token)).body).toMatchObject({
    principal: { name: 'Nightly export' },
    role: { key: 'readonly' },
  });
  const { api_tokens } = await server.ok('GET /api/api-tokens');
  const listed = api_tokens.find(({ id }) => id === made.id);
  expect(listed).toMatchObject({ name: 'Nightly export', last_used_at: expect.any(String) });
  expect(JSON.stringify(api_tokens)).not.toContain(made.token.slice(4));
  events.take('changed');
  expect((await server.call('DELETE /api/api-tokens/:id', { params: { id: made.id } })).status).toBe(204);
  expect(events.take('access.changed')).toEqual([{ type: 'access.changed', tokenIds: [made.id] }]);
  expect((await me(made.token)).status).toBe(401);
  const trail = await server.db.sql`select action, details from audit_entries where target_id = ${made.id} order by id`;
  expect(trail).toEqual([
    { action: 'api_token.create', details: { role: 'readonly', user: null, mcp_only: false, expires_at: null } },
    { action: 'api_token.revoke', details: {} },
  ]);
});

test('only the hash of a token is stored', async () => {
  const { body } = await issue({ name: 'Hash', role: 'tech' });
  const [leak] = await server.db.sql`
    select 1 from api_tokens t, audit_entries a
    where to_jsonb(t)::text || to_jsonb(a)::text like ${`%${body.token.slice(4)}%`} limit 1`;
  expect(leak).toBeUndefined();
});

test('a token expires after its days; 0 is never', async () => {
  const { body: short } = await issue({ name: 'Short', role: 'readonly', expires_in_days: 2 });
  const { body: long } = await issue({ name: 'Long', role: 'readonly', expires_in_days: 0 });
  expect(Date.parse(short.expires_at) - Date.parse(short.created_at)).toBe(2 * DAY_MS);
  expect(long.expires_at).toBeNull();
  const status = async (offsetMs: number) => {
    server.clock.offsetMs = offsetMs;
    const statuses = [(await me(short.token)).status, (await me(long.token)).status];
    server.clock.offsetMs = 0;
    return statuses;
  };
  expect(await status(2 * DAY_MS - 60_000)).toEqual([200, 200]);
  expect(await status(2 * DAY_MS + 1000)).toEqual([401, 200]);
  expect(await status(3000 * DAY_MS)).toEqual([401, 200]);
});

test('a bound token holds what its role and its user’s current role both hold, and reaches what the user reaches', async () => {
  const place = await createPlace(server.db);
  const person = await createPerson(server.db, { role: 'tech' });
  const { body } = await issue({ name: 'Bound', role: 'readonly', user_id: person.id });
  expect(body).toMatchObject({ user_id: person.id, username: person.username });
  expect((await me(body.token)).body).toMatchObject({
    permissions: ['devices.view', 'devices.remote', 'clients.view'],
    unscoped: true,
  });
  await server.db.sql`update roles set permissions = array_remove(permissions, 'devices.remote') where key = 'tech'`;
  await server.ok('PUT /api/users/:id/scopes', {
    params: { id: person.id },
    body: { scopes: [{ scope_type: 'client', scope_id: place.client_id }] },
  });
  expect((await me(body.token)).body).toMatchObject({
    permissions: ['devices.view', 'clients.view'],
    scopes: [{ scope_type: 'client', scope_id: place.client_id }],
    unscoped: false,
  });
});

test('an mcp_only token is 403 on the API', async () => {
  const { body } = await issue({ name: 'Assistant', role: 'tech', mcp_only: true });
  expect(body.mcp_only).toBe(true);
  expect(await me(body.token)).toMatchObject({ status: 403, body: { code: 'mcp_only' } });
});

test.each([
  ['an unknown role', { role: 'nobody-has-this' }, 'unknown_role'],
  ['an unknown account', { user_id: crypto.randomUUID() }, 'unknown_user'],
  ['a negative lifetime', { expires_in_days: -1 }, 'invalid_input'],
  ['a lifetime beyond ten years', { expires_in_days: 3651 }, 'invalid_input'],
  ['a blank name', { name: ' ' }, 'invalid_input'],
  ['a value of one’s own', { token: 'rmk_mine' }, 'invalid_input'],
])('400 for %s', async (_, wrong, code) => {
  expect(await issue({ name: 'X', role: 'readonly', ...wrong })).toMatchObject({ status: 400, body: { code } });
});

test('a scoped caller issues for itself only, with no role beyond its own and never admin', async () => {
  const place = await createPlace(server.db);
  const scopes = [{ scope_type: 'client' as const, scope_id: place.client_id }];
  const caller = await createPerson(server.db, { role: 'admin', scopes });
  const other = await createPerson(server.db, { role: 'readonly', scopes });
  for (const user_id of [undefined, other.id])
    expect(await issue({ name: 'X', role: 'readonly', user_id }, caller.token)).toMatchObject({
      status: 403,
      body: { code: 'own_tokens_only' },
    });
  expect(await issue({ name: 'X', role: 'admin', user_id: caller.id }, caller.token)).toMatchObject({
    status: 403,
    body: { code: 'admin_role' },
  });
  const { body: own } = await issue({ name: 'Own', role: 'tech', user_id: caller.id }, caller.token);
  expect((await me(own.token)).body).toMatchObject({ unscoped: false, scopes });
  const weak = await createPerson(server.db, { permissions: ['api_tokens.manage', 'jobs.view'], scopes });
  expect(await issue({ name: 'X', role: 'tech', user_id: weak.id }, weak.token)).toMatchObject({
    status: 403,
    body: { code: 'exceeds_permissions' },
  });
});

test('a scoped caller sees and revokes its own tokens, and no others', async () => {
  const place = await createPlace(server.db);
  const caller = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: place.client_id }] });
  const own = await createApiToken(server.db, { role: 'tech', userId: caller.id });
  const free = await createApiToken(server.db, { role: 'readonly' });
  const { token } = caller;
  expect((await server.ok('GET /api/api-tokens', { token })).api_tokens.map(({ id }) => id)).toEqual([own.id]);
  expect(await server.call('DELETE /api/api-tokens/:id', { token, params: { id: free.id } })).toMatchObject({
    status: 403,
    body: { code: 'out_of_scope' },
  });
  expect((await server.call('DELETE /api/api-tokens/:id', { token, params: { id: own.id } })).status).toBe(204);
});

test('a token issues no token that is stronger than itself, for its own user either', async () => {
  const owner = await createPerson(server.db);
  const weak = await createPerson(server.db, { permissions: ['api_tokens.manage', 'jobs.view'] });
  const bound = await createApiToken(server.db, { role: weak.role, userId: owner.id });
  for (const body of [
    { name: 'X', role: 'admin' },
    { name: 'X', role: 'admin', user_id: owner.id },
  ])
    expect(await issue(body, bound.token)).toMatchObject({ status: 403, body: { code: 'exceeds_permissions' } });
  const { status, body } = await issue({ name: 'Y', role: weak.role, user_id: owner.id }, bound.token);
  expect(status).toBe(201);
  expect((await me(body.token)).body.permissions.sort()).toEqual(['api_tokens.manage', 'jobs.view']);
});

test('the issuer of an unbound token is recorded', async () => {
  const person = await createPerson(server.db);
  const { body } = await issue({ name: 'Recorded', role: 'tech' }, person.token);
  expect(body.issued_by).toBe(person.username);
  const [row] = await server.db.sql`select issued_by_id from api_tokens where id = ${body.id}`;
  expect(row).toEqual({ issued_by_id: person.id });
});

test('404 for an unknown token, 403 without api_tokens.manage', async () => {
  const params = { id: crypto.randomUUID() };
  expect(await server.call('DELETE /api/api-tokens/:id', { params })).toMatchObject({
    status: 404,
    body: { code: 'api_token_not_found' },
  });
  const { token } = await createPerson(server.db, { permissions: ['users.manage', 'roles.manage'] });
  for (const [call, body] of [
    ['GET /api/api-tokens', undefined],
    ['POST /api/api-tokens', { name: 'X', role: 'readonly' }],
    ['DELETE /api/api-tokens/:id', undefined],
  ] as const)
    expect((await server.call(call, { token, params, body })).status).toBe(403);
});

test('a token is answered while somebody holds its row, without a note of its use', async () => {
  const { body: made } = await issue({ name: 'Held', role: 'readonly' });
  await server.db.sql.begin(async (sql) => {
    await sql`select 1 from api_tokens where id = ${made.id} for update`;
    for (let call = 0; call < 5; call++) expect((await me(made.token)).status).toBe(200);
  });
  const { api_tokens } = await server.ok('GET /api/api-tokens');
  expect(api_tokens.find(({ id }) => id === made.id)?.last_used_at).toBeNull();
  await me(made.token);
  const { api_tokens: after } = await server.ok('GET /api/api-tokens');
  expect(after.find(({ id }) => id === made.id)?.last_used_at).not.toBeNull();
});

test('tokens are listed by page, newest first, and found by name, account and role', async () => {
  const person = await createPerson(server.db, { role: 'tech' });
  const made = [];
  for (const role of ['readonly', 'tech', 'readonly'])
    made.unshift((await createApiToken(server.db, { role, userId: person.id })).id);
  const ids = async (query: Record<string, string | number>) => {
    const page = await server.ok('GET /api/api-tokens', { query: { user_id: person.id, ...query } });
    return { ids: page.api_tokens.map(({ id }) => id), next: page.next_cursor };
  };
  const first = await ids({ limit: 2 });
  expect(first.ids).toEqual(made.slice(0, 2));
  expect(await ids({ limit: 2, cursor: first.next ?? '' })).toEqual({ ids: made.slice(2), next: undefined });
  expect((await ids({ role: 'tech' })).ids).toEqual([made[1]]);
  expect((await ids({ q: person.username.toUpperCase() })).ids).toEqual(made);
  expect((await ids({ q: 'no such token' })).ids).toEqual([]);
});

test('a bound token names the role of its account, which limits it', async () => {
  const person = await createPerson(server.db, { role: 'readonly' });
  const { id } = await createApiToken(server.db, { role: 'tech', userId: person.id });
  const { api_tokens } = await server.ok('GET /api/api-tokens', { query: { user_id: person.id } });
  expect(api_tokens).toMatchObject([{ id, role: 'tech', user_role: 'readonly' }]);
});

test('the token of a disabled account says so', async () => {
  const person = await createPerson(server.db, { role: 'tech' });
  const { id } = await createApiToken(server.db, { role: 'tech', userId: person.id });
  const listed = async () =>
    (await server.ok('GET /api/api-tokens')).api_tokens.find((token) => token.id === id)?.user_disabled;
  expect(await listed()).toBe(false);
  await server.ok('POST /api/users/:id/disable', { params: { id: person.id } });
  expect(await listed()).toBe(true);
});
