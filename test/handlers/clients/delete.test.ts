import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordEvents } from '../../events.ts';
import { createDevice, createPerson, createPlace, createSite } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const remove = (id: string, token?: string) =>
  server.call('DELETE /api/clients/:id', { params: { id }, ...(token && { token }) });
const enrollToken = (body: object) => server.ok('POST /api/enroll-tokens', { body });
const signedIn = async (person: { token: string }) =>
  (await server.call('GET /api/clients', { token: person.token })).status === 200;

test('a deleted company takes its sites, departments and tokens along, and its devices become unassigned', async () => {
  const place = await createPlace(server.db, 'Gone');
  const second = await createSite(server.db, place.client_id);
  const devices = [await createDevice(server.db, place), await createDevice(server.db, { ...place, ...second })];
  const tokens = [await enrollToken({ site_id: place.site_id }), await enrollToken(second)];
  const other = await createPlace(server.db);
  const stays = [
    await createDevice(server.db, other),
    await enrollToken({ site_id: other.site_id }),
    await enrollToken({}),
  ];
  const events = recordEvents(server);

  expect(await remove(place.client_id)).toMatchObject({ status: 204 });

  const hints = events.take('changed');
  for (const [noun, ids] of [
    ['clients', [place.client_id]],
    ['sites', [place.site_id, second.site_id]],
    ['groups', [place.group_id, second.group_id]],
    ['enroll_tokens', tokens.map(({ id }) => id)],
    ['devices', devices.map(({ id }) => id)],
  ] as const) {
    const told = hints.filter((hint) => hint.noun === noun).flatMap((hint) => hint.ids ?? []);
    expect(told.sort()).toEqual([...ids].sort());
  }
  for (const { id } of devices)
    expect(await server.ok('GET /api/devices/:id', { params: { id } })).toMatchObject({
      client_id: null,
      site_id: null,
      group_id: null,
    });
  const { enroll_tokens } = await server.ok('GET /api/enroll-tokens');
  expect(enroll_tokens.map(({ id }) => id)).toEqual(
    stays
      .slice(1)
      .map(({ id }) => id)
      .reverse(),
  );
  expect(await server.ok('GET /api/sites', { query: { client_id: place.client_id } })).toEqual({ sites: [] });
  const [entry] = await server.db
    .sql`select action, target_name, details from audit_entries where target_id = ${place.client_id}`;
  expect(entry).toEqual({
    action: 'client.delete',
    target_name: 'Gone',
    details: { sites: 2, groups: 2, devices_unassigned: 2, enroll_tokens: 2 },
  });
});

test('users whose scope lay in it alone are disabled, the others go on', async () => {
  const [place, other] = [await createPlace(server.db), await createPlace(server.db)];
  const device = await createDevice(server.db, place);
  const lost = [
    await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: place.client_id }] }),
    await createPerson(server.db, { scopes: [{ scope_type: 'site', scope_id: place.site_id }] }),
    await createPerson(server.db, { scopes: [{ scope_type: 'group', scope_id: place.group_id }] }),
  ];
  const kept = [
    await createPerson(server.db, { scopes: [{ scope_type: 'agent', scope_id: device.id }] }),
    await createPerson(server.db, {
      scopes: [
        { scope_type: 'site', scope_id: place.site_id },
        { scope_type: 'client', scope_id: other.client_id },
      ],
    }),
    await createPerson(server.db),
  ];
  await remove(place.client_id);
  expect(await Promise.all([...lost, ...kept].map(signedIn))).toEqual([false, false, false, true, true, true]);
});

test('404 for an unknown company, 403 for a caller scoped below or beside it, 204 for one scoped to it', async () => {
  const place = await createPlace(server.db);
  expect(await remove('018f0000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 });
  for (const scope of [
    { scope_type: 'site', scope_id: place.site_id },
    { scope_type: 'group', scope_id: place.group_id },
    { scope_type: 'client', scope_id: (await createPlace(server.db)).client_id },
  ] as const) {
    const { token } = await createPerson(server.db, { scopes: [scope] });
    expect(await remove(place.client_id, token)).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
  }
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: place.client_id }] });
  expect(await remove(place.client_id, token)).toMatchObject({ status: 204 });
});

test('while a company is deleted, whatever is moved or made in it either comes along or is refused', async () => {
  for (let round = 0; round < 6; round++) {
    const place = await createPlace(server.db);
    const { id } = await createDevice(server.db);
    const answers = await Promise.all([
      server.call('PATCH /api/devices/:id/site', { params: { id }, body: { site_id: place.site_id } }),
      remove(place.client_id),
      server.call('POST /api/sites', { body: { client_id: place.client_id, name: 'New' } }),
      server.call('POST /api/groups', { body: { site_id: place.site_id, name: 'New' } }),
      server.call('POST /api/enroll-tokens', { body: { site_id: place.site_id } }),
    ]);
    const [moved, deleted, ...made] = answers.map(({ status }) => status);
    expect(deleted).toBe(204);
    expect([200, 404]).toContain(moved);
    for (const status of made) expect([201, 404]).toContain(status);
    expect(await server.ok('GET /api/devices/:id', { params: { id } })).toMatchObject({ site_id: null });
    const left = await server.db.sql`select 1 from enroll_tokens where client_id = ${place.client_id}`;
    expect(left).toHaveLength(0);
  }
});
