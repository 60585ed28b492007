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
const remove = (id: string) => server.call('DELETE /api/sites/:id', { params: { id } });

test('a site is created, listed with counts, renamed and deleted, and the trail says so', async () => {
  const client = await server.ok('POST /api/clients', { body: { name: 'Kestrel' } });
  const made = await server.ok('POST /api/sites', { body: { client_id: client.id, name: ' Berlin ' } });
  expect(made).toMatchObject({ client_id: client.id, name: 'Berlin', device_count: 0, online_count: 0 });
  const renamed = await server.ok('PATCH /api/sites/:id', { params: { id: made.id }, body: { name: 'Hamburg' } });
  expect(renamed.name).toBe('Hamburg');
  expect(await server.call('DELETE /api/sites/:id', { params: { id: made.id } })).toMatchObject({ status: 204 });
  expect(await trailOf(made.id)).toEqual([
    { action: 'site.create', target_name: 'Berlin', details: { client: 'Kestrel' } },
    { action: 'site.rename', target_name: 'Hamburg', details: { from: 'Berlin' } },
    { action: 'site.delete', target_name: 'Hamburg', details: { groups: 0, enroll_tokens: 0 } },
  ]);
});

test('sites are listed by name, of one company alone when asked, with the counts of their devices', async () => {
  const place = await createPlace(server.db);
  const second = await createSite(server.db, place.client_id, 'AAA');
  await createDevice(server.db, { ...place, status: 'online' });
  await createDevice(server.db, place);
  const { sites } = await server.ok('GET /api/sites', { query: { client_id: place.client_id } });
  expect(sites).toMatchObject([
    { id: second.site_id, name: 'AAA', device_count: 0 },
    { id: place.site_id, device_count: 2, online_count: 1 },
  ]);
  const other = await createPlace(server.db);
  const everywhere = (await server.ok('GET /api/sites')).sites.map(({ id }) => id);
  expect(everywhere).toEqual(expect.arrayContaining([place.site_id, second.site_id, other.site_id]));
  expect(await server.ok('GET /api/sites', { query: { client_id: unknown } })).toEqual({ sites: [] });
});

test('409 when the name is taken in the company, without case; another company may have it', async () => {
  const [one, other] = [await createPlace(server.db), await createPlace(server.db)];
  const create = (client_id: string, name: string) => server.call('POST /api/sites', { body: { client_id, name } });
  expect((await create(one.client_id, 'Head Office')).status).toBe(201);
  expect(await create(one.client_id, 'HEAD office')).toMatchObject({ status: 409, body: { code: 'name_taken' } });
  expect((await create(other.client_id, 'Head Office')).status).toBe(201);
  expect(
    await server.call('PATCH /api/sites/:id', { params: { id: one.site_id }, body: { name: 'head office' } }),
  ).toMatchObject({ status: 409, body: { code: 'name_taken' } });
});

test('of ten creations with one name at once one succeeds', async () => {
  const { client_id } = await createPlace(server.db);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => server.call('POST /api/sites', { body: { client_id, name: 'Race' } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
});

test('404 for an unknown company or site, 400 for a malformed body', async () => {
  expect(await server.call('POST /api/sites', { body: { client_id: unknown, name: 'X' } })).toMatchObject({
    status: 404,
    body: { code: 'company_not_found' },
  });
  for (const [route, body] of [
    ['PATCH /api/sites/:id', { name: 'X' }],
    ['DELETE /api/sites/:id', undefined],
  ] as const)
    expect(await server.call(route, { params: { id: unknown }, body })).toMatchObject({
      status: 404,
      body: { code: 'site_not_found' },
    });
  for (const body of [
    { name: 'X' },
    { client_id: unknown },
    { client_id: 'x', name: 'X' },
    { client_id: unknown, name: ' ' },
  ])
    expect((await server.call('POST /api/sites', { body })).status).toBe(400);
  const { site_id, client_id } = await createPlace(server.db);
  expect(
    (await server.call('PATCH /api/sites/:id', { params: { id: site_id }, body: { name: 'X', client_id } })).status,
  ).toBe(400);
});

test('409 with the count in the message while devices remain, and nothing is lost', async () => {
  const place = await createPlace(server.db);
  const { id } = await createDevice(server.db, place);
  expect(await remove(place.site_id)).toMatchObject({
    status: 409,
    body: { code: 'site_not_empty', error: expect.stringContaining('1 device is'), count: 1 },
  });
  await createDevice(server.db, place);
  expect(await remove(place.site_id)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('2 devices are'), count: 2 },
  });
  expect(await server.ok('GET /api/devices/:id', { params: { id } })).toMatchObject(place);
});

test('a deleted site takes its departments, tokens and scope rows along; whoever had no other is disabled', async () => {
  const place = await createPlace(server.db);
  const { group_id, site_id } = place;
  const token = await server.ok('POST /api/enroll-tokens', { body: { site_id, group_id } });
  const bySite = await createPerson(server.db, { scopes: [{ scope_type: 'site', scope_id: site_id }] });
  const byGroup = await createPerson(server.db, { scopes: [{ scope_type: 'group', scope_id: group_id }] });
  const byClient = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: place.client_id }] });
  const events = recordEvents(server);
  expect(await remove(site_id)).toMatchObject({ status: 204 });
  const hints = events.take('changed');
  for (const hint of [
    { noun: 'sites', ids: [site_id] },
    { noun: 'groups', ids: [group_id] },
    { noun: 'enroll_tokens', ids: [token.id] },
  ])
    expect(hints).toContainEqual({ type: 'changed', ...hint });
  expect(await server.db.sql`select 1 from groups where id = ${group_id}`).toHaveLength(0);
  expect(await server.db.sql`select 1 from enroll_tokens where id = ${token.id}`).toHaveLength(0);
  expect(await trailOf(site_id)).toMatchObject([{ action: 'site.delete', details: { groups: 1, enroll_tokens: 1 } }]);
  const may = async (who: { token: string }) => (await server.call('GET /api/sites', { token: who.token })).status;
  expect([await may(bySite), await may(byGroup), await may(byClient)]).toEqual([401, 401, 200]);
});

test('a device that moves in while its site is deleted is never left in nothing', async () => {
  for (let round = 0; round < 8; round++) {
    const place = await createPlace(server.db);
    const { id } = await createDevice(server.db);
    const [moved, deleted] = await Promise.all([
      server.call('PATCH /api/devices/:id/site', { params: { id }, body: { site_id: place.site_id } }),
      remove(place.site_id),
    ]);
    expect([
      [200, 409],
      [404, 204],
    ]).toContainEqual([moved.status, deleted.status]);
  }
});
