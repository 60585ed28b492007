import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevice, createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  server.clock.standsAt = Date.now(); // what is refused again within a minute is noted once
});
afterAll(() => server.stop());

test('a company is created, listed with counts and renamed, and the trail says so', async () => {
  const made = await server.ok('POST /api/clients', { body: { name: '  Kestrel Logistics ' } });
  expect(made).toMatchObject({ name: 'Kestrel Logistics', device_count: 0 });
  const renamed = await server.ok('PATCH /api/clients/:id', { params: { id: made.id }, body: { name: 'Kestrel' } });
  expect(renamed.name).toBe('Kestrel');
  const { clients } = await server.ok('GET /api/clients');
  expect(clients.map(({ name }) => name)).toContain('Kestrel');
  const trail = await server.db
    .sql`select action, target_name, details from audit_entries where target_id = ${made.id} order by id`;
  expect(trail).toEqual([
    { action: 'client.create', target_name: 'Kestrel Logistics', details: {} },
    { action: 'client.rename', target_name: 'Kestrel', details: { from: 'Kestrel Logistics' } },
  ]);
});

test('409 when the name is taken, compared without case', async () => {
  await server.ok('POST /api/clients', { body: { name: 'Taken' } });
  expect(await server.call('POST /api/clients', { body: { name: 'tAKEN' } })).toMatchObject({
    status: 409,
    body: { code: 'name_taken' },
  });
});

test('a scoped caller sees the companies above what is in scope, counts only what is in it, and manages none of them', async () => {
  const [mine, other] = [await createPlace(server.db), await createPlace(server.db)];
  const device = await createDevice(server.db, { ...mine, status: 'online' });
  await createDevice(server.db, mine);
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'agent', scope_id: device.id }] });
  const { clients } = await server.ok('GET /api/clients', { token });
  expect(clients).toMatchObject([{ id: mine.client_id, device_count: 1, online_count: 1 }]);
  for (const id of [mine.client_id, other.client_id])
    expect(await server.call('PATCH /api/clients/:id', { token, params: { id }, body: { name: 'X' } })).toMatchObject({
      status: 403,
      body: { code: 'out_of_scope' },
    });
  expect(await server.call('POST /api/clients', { token, body: { name: 'X' } })).toMatchObject({ status: 403 });
});

test('a caller scoped to the company renames it', async () => {
  const { client_id } = await createPlace(server.db);
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: client_id }] });
  expect(
    (await server.ok('PATCH /api/clients/:id', { token, params: { id: client_id }, body: { name: 'Mine' } })).name,
  ).toBe('Mine');
});

test('a refusal of a signed-in caller is in the trail, once a minute', async () => {
  const { token, id } = await createPerson(server.db, { role: 'readonly' });
  for (let i = 0; i < 3; i++) await server.call('POST /api/clients', { token, body: { name: 'X' } });
  const trail = await server.db.sql`select action, outcome, details from audit_entries where actor_id = ${id}`;
  expect(trail).toEqual([{ action: 'client.create', outcome: 'refused', details: { code: 'permission_denied' } }]);
});

test('a refused change is in the trail with the id that it was aimed at and no name, of the first in a minute', async () => {
  const client = (name: string) => server.ok('POST /api/clients', { body: { name } });
  const [own, first, second] = [await client('Own'), await client('First'), await client('Second')];
  const { token, id } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: own.id }] });
  for (const target of [first, second]) {
    const answer = await server.call('PATCH /api/clients/:id', {
      token,
      params: { id: target.id },
      body: { name: 'X' },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
  }
  const trail = await server.db.sql`
    select action, target_kind, target_id, target_name, details from audit_entries where actor_id = ${id}`;
  const target = { target_kind: 'client', target_id: first.id, target_name: null };
  expect(trail).toEqual([{ action: 'client.rename', ...target, details: { code: 'out_of_scope' } }]);
});

test('404 for an unknown company, 400 for a malformed id and for keys that do not exist', async () => {
  const unknown = '018f0000-0000-7000-8000-000000000000';
  expect((await server.call('PATCH /api/clients/:id', { params: { id: unknown }, body: { name: 'X' } })).status).toBe(
    404,
  );
  expect((await server.call('PATCH /api/clients/:id', { params: { id: 'nope' }, body: { name: 'X' } })).status).toBe(
    400,
  );
  const answer = await server.call('POST /api/clients', { body: { name: 'X', nmae: 'Y' } });
  expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'nmae' }] } });
});

test.each([
  '{"name":"\\u0000"}',
  '{"name":"\\ud800"}',
  '{"name":1e999}',
  '{"__proto__":{"name":"X"},"name":"Y"}',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  '{"name":',
  'null',
  '[]',
  '"x"',
])('400 for the body %s', async (body) => {
  expect((await server.call('POST /api/clients', { body })).status).toBe(400);
});

test('415 for a form, 413 for more than 1 MiB', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await server.call('POST /api/clients', { body: 'name=X', headers })).status).toBe(415);
  expect((await server.call('POST /api/clients', { body: { name: 'x'.repeat(1024 * 1024) } })).status).toBe(413);
});
