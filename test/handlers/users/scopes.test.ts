import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScopeRow } from '../../../schema/users.ts';
import { recordEvents } from '../../events.ts';
import { createDevice, createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let events: ReturnType<typeof recordEvents>;
beforeAll(async () => {
  server = await startServer();
  events = recordEvents(server);
});
afterAll(() => server.stop());

const replace = (id: string, scopes: ScopeRow[], token?: string) =>
  server.call('PUT /api/users/:id/scopes', { token, params: { id }, body: { scopes } });

test('assignments of every kind replace those before, hold from the next request on, and are audited with counts', async () => {
  const place = await createPlace(server.db);
  const device = await createDevice(server.db, place);
  const person = await createPerson(server.db);
  const rows: ScopeRow[] = [
    { scope_type: 'agent', scope_id: device.id },
    { scope_type: 'client', scope_id: place.client_id },
    { scope_type: 'group', scope_id: place.group_id },
    { scope_type: 'site', scope_id: place.site_id },
  ];
  await createPerson(server.db); // another administrator without scope stays
  events.take('changed');
  expect(await replace(person.id, [...rows, ...rows])).toMatchObject({ status: 200, body: { scopes: rows } });
  expect(events.take('access.changed')).toEqual([{ type: 'access.changed', userIds: [person.id] }]);
  expect(await server.ok('GET /api/users/:id/scopes', { params: { id: person.id } })).toEqual({ scopes: rows });
  expect((await server.ok('GET /api/me', { token: person.token })).unscoped).toBe(false);
  expect((await replace(person.id, [])).body).toEqual({ scopes: [] });
  expect((await server.ok('GET /api/me', { token: person.token })).unscoped).toBe(true);
  const trail = await server.db.sql`
    select details from audit_entries where target_id = ${person.id} and action = 'user.scopes.update' order by id`;
  expect(trail).toEqual([
    { details: { before: 0, after: 4, full_access: false } },
    { details: { before: 4, after: 0, full_access: true } },
  ]);
});

test('400 for a target that does not exist, naming it, and the old assignments stay', async () => {
  const place = await createPlace(server.db);
  const kept: ScopeRow = { scope_type: 'client', scope_id: place.client_id };
  const person = await createPerson(server.db, { scopes: [kept] });
  for (const scope_type of ['client', 'site', 'group', 'agent'] as const)
    expect(await replace(person.id, [kept, { scope_type, scope_id: crypto.randomUUID() }])).toMatchObject({
      status: 400,
      body: { code: 'unknown_scope_target', issues: [{ path: 'scopes.1.scope_id' }] },
    });
  expect(await server.ok('GET /api/users/:id/scopes', { params: { id: person.id } })).toEqual({ scopes: [kept] });
});

test.each([
  [{}],
  [{ scopes: null }],
  [{ scopes: [{ scope_type: 'everything', scope_id: crypto.randomUUID() }] }],
  [{ scopes: [{ scope_type: 'client' }] }],
  [{ scopes: [{ scope_type: 'client', scope_id: 'nope' }] }],
  [{ scopes: [{ scope_type: 'client', scope_id: crypto.randomUUID(), extra: 1 }] }],
  [[]],
])('400 for %j', async (body) => {
  const person = await createPerson(server.db);
  expect((await server.call('PUT /api/users/:id/scopes', { params: { id: person.id }, body })).status).toBe(400);
});

test('an account that lost its scope stays disabled until somebody sets its scope anew', async () => {
  const place = await createPlace(server.db);
  const person = await createPerson(server.db, { role: 'tech' });
  const params = { id: person.id };
  await server.db.sql`update users set disabled_at = now(), scope_lost_at = now() where id = ${person.id}`;
  expect(await server.call('POST /api/users/:id/enable', { params })).toMatchObject({
    status: 409,
    body: { code: 'scope_lost' },
  });
  const { users } = await server.ok('GET /api/users');
  expect(users.find(({ id }) => id === person.id)).toMatchObject({ scope_lost: true, scopes: [] });
  await replace(person.id, [{ scope_type: 'client', scope_id: place.client_id }]);
  expect(await server.ok('POST /api/users/:id/enable', { params })).toMatchObject({
    disabled_at: null,
    scope_lost: false,
  });
});

test('unrestricted access for an account that lost its scope is somebody’s explicit decision', async () => {
  const person = await createPerson(server.db, { role: 'tech' });
  await server.db.sql`update users set disabled_at = now(), scope_lost_at = now() where id = ${person.id}`;
  expect((await replace(person.id, [])).status).toBe(200);
  expect((await server.call('POST /api/users/:id/enable', { params: { id: person.id } })).status).toBe(200);
});

test.each(['client', 'site', 'group', 'agent'] as const)(
  'deleting the %s that an account is scoped to disables it, and enabling it then is refused',
  async (scope_type) => {
    const place = await createPlace(server.db);
    const device = await createDevice(server.db);
    const ids = { client: place.client_id, site: place.site_id, group: place.group_id, agent: device.id };
    const nouns = { client: 'clients', site: 'sites', group: 'groups', agent: 'devices' };
    const scopes = [{ scope_type, scope_id: ids[scope_type] }];
    const person = await createPerson(server.db, { role: 'tech', scopes });
    events.take('changed');
    const gone = await server.call(`DELETE /api/${nouns[scope_type]}/:id`, { params: { id: ids[scope_type] } });
    expect(gone.status).toBe(204);
    expect(events.take('access.changed')).toContainEqual({ type: 'access.changed', userIds: [person.id] });
    expect((await server.call('GET /api/me', { token: person.token })).status).toBe(401);
    expect(await server.call('POST /api/users/:id/enable', { params: { id: person.id } })).toMatchObject({
      status: 409,
      body: { code: 'scope_lost' },
    });
  },
);

test('deleting a company takes the scope rows of its sites and departments along', async () => {
  const place = await createPlace(server.db);
  const person = await createPerson(server.db, {
    role: 'tech',
    scopes: [
      { scope_type: 'client', scope_id: place.client_id },
      { scope_type: 'site', scope_id: place.site_id },
      { scope_type: 'group', scope_id: place.group_id },
    ],
  });
  await server.ok('DELETE /api/clients/:id', { params: { id: place.client_id } });
  expect(await server.db.sql`select 1 from user_scopes where user_id = ${person.id}`).toEqual([]);
  expect((await server.call('GET /api/me', { token: person.token })).status).toBe(401);
});
