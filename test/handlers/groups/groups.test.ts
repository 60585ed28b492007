import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordEvents } from '../../events.ts';
import { createDevice, createPerson, createPlace, createSite } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const unknown = '018f0000-0000-7000-8000-000000000000';
const trailOf = (id: string) =>
  server.db
    .sql`select action, target_name, details from audit_entries where target_id = ${id} and outcome = 'success' order by id`;

test('a department is created, listed with its site and counts, and renamed; its devices and site stay', async () => {
  const place = await createPlace(server.db, 'Kestrel');
  const { site_id, client_id } = place;
  const made = await server.ok('POST /api/groups', { body: { site_id, name: ' Sales ' } });
  expect(made).toMatchObject({ site_id, client_id, name: 'Sales', device_count: 0 });
  const device = await createDevice(server.db, { ...place, group_id: made.id, status: 'online' });
  const renamed = await server.ok('PATCH /api/groups/:id', { params: { id: made.id }, body: { name: 'Marketing' } });
  expect(renamed).toMatchObject({ name: 'Marketing', site_id, device_count: 1, online_count: 1 });
  expect(await server.ok('GET /api/devices/:id', { params: { id: device.id } })).toMatchObject({
    group_id: made.id,
    group_name: 'Marketing',
    site_id,
  });
  const { groups } = await server.ok('GET /api/groups', { query: { site_id } });
  expect(groups.map(({ name }) => name)).toContain('Marketing');
  expect(await trailOf(made.id)).toEqual([
    { action: 'group.create', target_name: 'Sales', details: { site: expect.any(String) } },
    { action: 'group.rename', target_name: 'Marketing', details: { from: 'Sales' } },
  ]);
});

test('a rename to the same name writes nothing into the trail', async () => {
  const { site_id } = await createPlace(server.db);
  const made = await server.ok('POST /api/groups', { body: { site_id, name: 'Same' } });
  await server.ok('PATCH /api/groups/:id', { params: { id: made.id }, body: { name: 'Same' } });
  expect((await trailOf(made.id)).map(({ action }) => action)).toEqual(['group.create']);
});

test('409 when the name is taken in the site, without case; another site of the company may have it', async () => {
  const place = await createPlace(server.db);
  const sibling = await createSite(server.db, place.client_id);
  const create = (site_id: string, name: string) => server.call('POST /api/groups', { body: { site_id, name } });
  expect((await create(place.site_id, 'IT')).status).toBe(201);
  expect(await create(place.site_id, 'it')).toMatchObject({ status: 409, body: { code: 'name_taken' } });
  expect((await create(sibling.site_id, 'IT')).status).toBe(201);
  expect(
    await server.call('PATCH /api/groups/:id', { params: { id: place.group_id }, body: { name: 'It' } }),
  ).toMatchObject({ status: 409, body: { code: 'name_taken' } });
});

test('404 for an unknown site or department, 400 without a site', async () => {
  expect(await server.call('POST /api/groups', { body: { site_id: unknown, name: 'X' } })).toMatchObject({
    status: 404,
    body: { code: 'site_not_found' },
  });
  expect(await server.call('POST /api/groups', { body: { name: 'X' } })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'site_id' }] },
  });
  for (const [route, body] of [
    ['PATCH /api/groups/:id', { name: 'X' }],
    ['DELETE /api/groups/:id', undefined],
  ] as const)
    expect(await server.call(route, { params: { id: unknown }, body })).toMatchObject({
      status: 404,
      body: { code: 'department_not_found' },
    });
});

test('a deleted department clears that of its devices and takes its tokens and scope rows along', async () => {
  const place = await createPlace(server.db);
  const { site_id, group_id } = place;
  const devices = [await createDevice(server.db, place), await createDevice(server.db, place)];
  const token = await server.ok('POST /api/enroll-tokens', { body: { site_id, group_id } });
  const kept = await server.ok('POST /api/enroll-tokens', { body: { site_id } });
  const person = await createPerson(server.db, { scopes: [{ scope_type: 'group', scope_id: group_id }] });
  const events = recordEvents(server);
  expect(await server.call('DELETE /api/groups/:id', { params: { id: group_id } })).toMatchObject({ status: 204 });
  expect(events.take('changed')).toContainEqual({
    type: 'changed',
    noun: 'devices',
    ids: expect.arrayContaining(devices.map(({ id }) => id)),
  });
  for (const { id } of devices)
    expect(await server.ok('GET /api/devices/:id', { params: { id } })).toMatchObject({ site_id, group_id: null });
  const tokens = await server.db.sql`select id from enroll_tokens where id in (${token.id}, ${kept.id})`;
  expect(tokens).toEqual([{ id: kept.id }]);
  expect((await server.call('GET /api/groups', { token: person.token })).status).toBe(401);
  expect(await trailOf(group_id)).toEqual([
    { action: 'group.delete', target_name: expect.any(String), details: { devices: 2, enroll_tokens: 1 } },
  ]);
});

test('a device that comes into a department while it is deleted is never left in nothing', async () => {
  for (let round = 0; round < 8; round++) {
    const place = await createPlace(server.db);
    const { id } = await createDevice(server.db, { ...place, group_id: undefined });
    const [moved, deleted] = await Promise.all([
      server.call('PATCH /api/devices/:id/group', { params: { id }, body: { group_id: place.group_id } }),
      server.call('DELETE /api/groups/:id', { params: { id: place.group_id } }),
    ]);
    expect(deleted.status).toBe(204);
    expect([200, 404]).toContain(moved.status);
    expect(await server.ok('GET /api/devices/:id', { params: { id } })).toMatchObject({ group_id: null });
  }
});
