import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtinRoles, permissionKeys } from '../../../schema/permissions.ts';
import { recordEvents } from '../../events.ts';
import { createApiToken, createPerson, createPlace, createRole } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let events: ReturnType<typeof recordEvents>;
beforeAll(async () => {
  server = await startServer();
  events = recordEvents(server);
});
afterAll(() => server.stop());

let keys = 0;
const newKey = () => `custom-${++keys}`;
const trailOf = (key: string) =>
  server.db
    .sql`select action, details from audit_entries where target_kind = 'role' and target_id = ${key} order by id`;

test('the built-in roles hold what SPEC.md and CONTRACT.md say, and come first', async () => {
  await createRole(server.db, []);
  const { roles } = await server.ok('GET /api/roles');
  const builtin = roles.slice(0, 3);
  expect(builtin.map(({ key }) => key).sort()).toEqual(['admin', 'readonly', 'tech']);
  for (const role of builtin) {
    expect(role.builtin).toBe(true);
    const expected = builtinRoles[role.key as keyof typeof builtinRoles].permissions;
    expect([...role.permissions].sort()).toEqual([...expected].sort());
  }
  expect(roles.slice(3).every(({ builtin }) => !builtin)).toBe(true);
});

test('a role is created, changed in parts, counted and deleted, and the trail says so', async () => {
  const key = newKey();
  const made = await server.ok('POST /api/roles', {
    body: { key, name: 'Help desk', permissions: ['jobs.view', 'jobs.view', 'clients.view'] },
  });
  expect(made).toMatchObject({ key, description: '', permissions: ['jobs.view', 'clients.view'], user_count: 0 });
  const edited = await server.ok('PUT /api/roles/:key', {
    params: { key },
    body: { description: 'First line', permissions: ['jobs.view', 'jobs.create'] },
  });
  expect(edited).toMatchObject({
    name: 'Help desk',
    description: 'First line',
    permissions: ['jobs.view', 'jobs.create'],
  });
  await server.ok('PUT /api/roles/:key', { params: { key }, body: { name: 'Desk' } });
  expect((await server.call('DELETE /api/roles/:key', { params: { key } })).status).toBe(204);
  expect(await server.call('DELETE /api/roles/:key', { params: { key } })).toMatchObject({
    status: 404,
    body: { code: 'role_not_found' },
  });
  expect(await trailOf(key)).toEqual([
    { action: 'role.create', details: { permissions: ['jobs.view', 'clients.view'] } },
    { action: 'role.update', details: { added: ['jobs.create'], removed: ['clients.view'] } },
    { action: 'role.update', details: { added: [], removed: [] } },
    { action: 'role.delete', details: {} },
  ]);
});

test('an edit holds for its users and tokens from the next request on, and closes their live sockets', async () => {
  const person = await createPerson(server.db, { permissions: ['jobs.view'] });
  const free = await createApiToken(server.db, { role: person.role });
  const bound = await createApiToken(server.db, { role: 'admin', userId: person.id });
  events.take('changed');
  await server.ok('PUT /api/roles/:key', { params: { key: person.role }, body: { permissions: ['clients.view'] } });
  const [changed] = events.take('access.changed');
  expect(changed?.userIds).toEqual([person.id]);
  expect([...(changed?.tokenIds ?? [])].sort()).toEqual([free.id, bound.id].sort());
  for (const { token } of [person, free, bound])
    expect((await server.ok('GET /api/me', { token })).permissions).toEqual(['clients.view']);
  await server.ok('PUT /api/roles/:key', { params: { key: person.role }, body: { name: 'Only renamed' } });
  expect(events.take('access.changed')).toEqual([]);
});

test.each(['admin', 'tech', 'readonly'])('409 for changing or deleting the built-in role %s', async (key) => {
  for (const [call, body] of [
    ['PUT /api/roles/:key', { name: 'Mine' }],
    ['PUT /api/roles/:key', { permissions: [] }],
    ['DELETE /api/roles/:key', undefined],
  ] as const)
    expect(await server.call(call, { params: { key }, body })).toMatchObject({
      status: 409,
      body: { code: 'builtin_role' },
    });
});

test('409 for deleting a role that a user or a token has, naming how many', async () => {
  const person = await createPerson(server.db, { permissions: ['jobs.view'] });
  const key = await createRole(server.db, []);
  await createApiToken(server.db, { role: key });
  for (const inUse of [person.role, key])
    expect(await server.call('DELETE /api/roles/:key', { params: { key: inUse } })).toMatchObject({
      status: 409,
      body: { code: 'role_in_use' },
    });
});

test('a role that is assigned while it is deleted is either kept or never assigned', async () => {
  for (let round = 0; round < 10; round++) {
    const key = await createRole(server.db, []);
    const person = await createPerson(server.db, { role: 'readonly' });
    const [assigned, deleted] = await Promise.all([
      server.call('PATCH /api/users/:id', { params: { id: person.id }, body: { role: key } }),
      server.call('DELETE /api/roles/:key', { params: { key } }),
    ]);
    expect([
      [200, 409],
      [400, 204],
    ]).toContainEqual([assigned.status, deleted.status]);
  }
});

test('409 when the key is taken, by a built-in role too', async () => {
  const key = await createRole(server.db, []);
  for (const taken of [key, 'admin'])
    expect(await server.call('POST /api/roles', { body: { key: taken, name: 'X', permissions: [] } })).toMatchObject({
      status: 409,
      body: { code: 'role_exists' },
    });
});

test.each([
  [{ key: 'Upper', name: 'X', permissions: [] }],
  [{ key: '../admin', name: 'X', permissions: [] }],
  [{ key: 'x', name: ' ', permissions: [] }],
  [{ key: 'x', name: 'X', permissions: ['everything.manage'] }],
  [{ key: 'x', name: 'X' }],
  [{ key: 'x', name: 'X', permissions: [], builtin: true }],
])('400 for %j', async (body) => {
  expect((await server.call('POST /api/roles', { body })).status).toBe(400);
});

const changes = [
  ['POST /api/roles', { key: 'x', name: 'X', permissions: [] }],
  ['PUT /api/roles/:key', { name: 'X' }],
  ['DELETE /api/roles/:key', undefined],
] as const;

test.each(changes)(
  '%s: 403 for a scoped caller, whatever it holds, and for one without roles.manage',
  async (call, body) => {
    const place = await createPlace(server.db);
    const key = await createRole(server.db, []);
    const scoped = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: place.client_id }] });
    expect(await server.call(call, { token: scoped.token, params: { key }, body })).toMatchObject({
      status: 403,
      body: { code: 'unscoped_required' },
    });
    const lacking = await createPerson(server.db, { permissions: ['users.manage', 'api_tokens.manage'] });
    expect(await server.call(call, { token: lacking.token, params: { key }, body })).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    });
  },
);

test('404 for an unknown role, 400 for a key that is none', async () => {
  expect((await server.call('PUT /api/roles/:key', { params: { key: 'no-such' }, body: {} })).status).toBe(404);
  expect((await server.call('PUT /api/roles/:key', { params: { key: 'No such' }, body: {} })).status).toBe(400);
});

test.each(['roles.manage', 'users.manage', 'api_tokens.manage'] as const)('%s is enough to list roles', async (key) => {
  const { token } = await createPerson(server.db, { permissions: [key] });
  expect((await server.call('GET /api/roles', { token })).status).toBe(200);
});

test('a scoped caller’s counts are of whom it sees', async () => {
  const place = await createPlace(server.db);
  const scopes = [{ scope_type: 'client' as const, scope_id: place.client_id }];
  const caller = await createPerson(server.db, { permissions: ['users.manage', 'jobs.view'], scopes });
  const role = await createRole(server.db, ['jobs.view']);
  await createPerson(server.db, { role, scopes });
  await createPerson(server.db, { role });
  await createApiToken(server.db, { role });
  const count = async (token?: string) => {
    const { roles } = await server.ok('GET /api/roles', { token });
    const found = roles.find(({ key }) => key === role);
    return [found?.user_count, found?.token_count];
  };
  expect([await count(caller.token), await count()]).toEqual([
    [1, 0],
    [2, 1],
  ]);
});

test('the catalog names every permission and is for roles.manage', async () => {
  const { permissions } = await server.ok('GET /api/permissions');
  expect(permissions.map(({ key }) => key)).toEqual(permissionKeys);
  expect(permissions.every(({ description }) => description.length > 5)).toBe(true);
  const { token } = await createPerson(server.db, { permissions: ['users.manage'] });
  expect((await server.call('GET /api/permissions', { token })).status).toBe(403);
});

test('a permission that this version does not know grants nothing and is not shown', async () => {
  const person = await createPerson(server.db, { permissions: ['jobs.view'] });
  await server.db.sql`update roles set permissions = permissions || '{old.thing}' where key = ${person.role}`;
  expect((await server.ok('GET /api/me', { token: person.token })).permissions).toEqual(['jobs.view']);
  const { roles } = await server.ok('GET /api/roles');
  expect(roles.find(({ key }) => key === person.role)?.permissions).toEqual(['jobs.view']);
});
