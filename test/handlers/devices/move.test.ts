import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordEvents } from '../../events.ts';
import { createDevice, createPerson, createPlace, createSite, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const unknown = '018f0000-0000-7000-8000-000000000000';
const placeOf = async (id: string) =>
  (await server.db.sql`select client_id, site_id, group_id from devices where id = ${id}`)[0];
const movesOf = (id: string) =>
  server.db.sql`select details from audit_entries where target_id = ${id} and action = 'device.move' order by id`;
const toSite = (id: string, site_id: string | null, token?: string) =>
  server.call('PATCH /api/devices/:id/site', { params: { id }, body: { site_id }, ...(token && { token }) });
const toGroup = (id: string, group_id: string | null, token?: string) =>
  server.call('PATCH /api/devices/:id/group', { params: { id }, body: { group_id }, ...(token && { token }) });
const bulk = (body: object, token?: string) =>
  server.call('POST /api/devices/bulk/move', { body, ...(token && { token }) });

test('moving to another site clears the department, and the trail says from where to where', async () => {
  const [from, to] = [await createPlace(server.db, 'From'), await createPlace(server.db, 'To')];
  const { id } = await createDevice(server.db, from);
  const events = recordEvents(server);
  expect(await toSite(id, to.site_id)).toMatchObject({
    status: 200,
    body: { client_id: to.client_id, client_name: 'To', site_id: to.site_id, group_id: null, group_name: null },
  });
  const hints = events.take('changed');
  for (const hint of [
    { noun: 'devices', ids: [id] },
    { noun: 'clients', ids: [from.client_id, to.client_id] },
    { noun: 'sites', ids: [from.site_id, to.site_id] },
    { noun: 'groups', ids: [from.group_id] },
  ])
    expect(hints).toContainEqual({ type: 'changed', ...hint });
  const [move] = await movesOf(id);
  expect(move?.details).toMatchObject({ from_client: 'From', to_client: 'To', to_group: null });
  expect(move?.details.from_group).toMatch(/^department/);
});

test('moving to the site where it is keeps the department and writes nothing', async () => {
  const place = await createPlace(server.db);
  const { id } = await createDevice(server.db, place);
  expect(await toSite(id, place.site_id)).toMatchObject({ status: 200, body: place });
  expect(await bulk({ agent_ids: [id], site_id: place.site_id })).toMatchObject({ status: 200, body: { moved: 1 } });
  expect(await toGroup(id, place.group_id)).toMatchObject({ status: 200, body: place });
  expect(await movesOf(id)).toEqual([]);
});

test('null takes a device out of the organisation', async () => {
  const { id } = await createDevice(server.db, await createPlace(server.db));
  expect(await toSite(id, null)).toMatchObject({ body: { client_id: null, site_id: null, group_id: null } });
  expect(await toGroup(id, null)).toMatchObject({ status: 200, body: { site_id: null } });
  expect(await movesOf(id)).toHaveLength(1);
});

test('a department of its own site is given and taken', async () => {
  const place = await createPlace(server.db);
  const { id } = await createDevice(server.db, { ...place, group_id: undefined });
  expect(await toGroup(id, place.group_id)).toMatchObject({ status: 200, body: place });
  expect(await toGroup(id, null)).toMatchObject({ status: 200, body: { ...place, group_id: null } });
  expect(await movesOf(id)).toHaveLength(2);
});

test('409 for a department of another site, also of the same company, and for a device without a site', async () => {
  const place = await createPlace(server.db);
  const sibling = await createSite(server.db, place.client_id);
  const placed = await createDevice(server.db, place);
  const unplaced = await createDevice(server.db);
  for (const { id } of [placed, unplaced])
    expect(await toGroup(id, sibling.group_id)).toMatchObject({ status: 409, body: { code: 'group_not_in_site' } });
  expect(await placeOf(placed.id)).toEqual(place);
});

test('404 for an unknown device, site or department', async () => {
  const place = await createPlace(server.db);
  const { id } = await createDevice(server.db, place);
  expect(await toSite(unknown, place.site_id)).toMatchObject({ status: 404, body: { code: 'device_not_found' } });
  expect(await toSite(id, unknown)).toMatchObject({ status: 404, body: { code: 'site_not_found' } });
  expect(await toGroup(id, unknown)).toMatchObject({ status: 404, body: { code: 'department_not_found' } });
});

test('a bulk move takes every device along, repeats once, and each into the trail', async () => {
  const [from, to] = [await createPlace(server.db), await createPlace(server.db)];
  const devices = [
    await createDevice(server.db, from),
    await createDevice(server.db),
    await createDevice(server.db, to),
  ];
  const agent_ids = devices.map(({ id }) => id);
  const answer = await bulk({ agent_ids: [...agent_ids, agent_ids[0]], site_id: to.site_id, group_id: to.group_id });
  expect(answer).toMatchObject({ status: 200, body: { moved: 3 } });
  for (const id of agent_ids) expect(await placeOf(id)).toEqual(to);
  const entries = await Promise.all(agent_ids.map(async (id) => (await movesOf(id)).length));
  expect(entries).toEqual([1, 1, 0]);
});

test('a bulk move keeps departments within the site, unless it names one or none', async () => {
  const place = await createPlace(server.db);
  const { id } = await createDevice(server.db, place);
  await bulk({ agent_ids: [id], site_id: place.site_id });
  expect(await placeOf(id)).toEqual(place);
  await bulk({ agent_ids: [id], site_id: place.site_id, group_id: null });
  expect(await placeOf(id)).toEqual({ ...place, group_id: null });
});

test('all or none: one unknown device keeps every other where it is', async () => {
  const [from, to] = [await createPlace(server.db), await createPlace(server.db)];
  const { id } = await createDevice(server.db, from);
  expect(await bulk({ agent_ids: [id, unknown], site_id: to.site_id })).toMatchObject({
    status: 404,
    body: { code: 'device_not_found' },
  });
  expect(await placeOf(id)).toEqual(from);
  expect(await movesOf(id)).toEqual([]);
});

test('400 for a department of another site than the one named, for no device and for more than 500', async () => {
  const place = await createPlace(server.db);
  const sibling = await createSite(server.db, place.client_id);
  const { id } = await createDevice(server.db, place);
  const { site_id } = place;
  expect(await bulk({ agent_ids: [id], site_id, group_id: sibling.group_id })).toMatchObject({
    status: 400,
    body: { code: 'group_not_in_site', issues: [{ path: 'group_id' }] },
  });
  for (const agent_ids of [[], Array.from({ length: 501 }, () => id)])
    expect(await bulk({ agent_ids, site_id })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

test('500 devices move in one call', async () => {
  const to = await createPlace(server.db);
  const agent_ids = await Promise.all(Array.from({ length: 500 }, async () => (await createDevice(server.db)).id));
  expect(await bulk({ agent_ids, site_id: to.site_id })).toMatchObject({ body: { moved: 500 } });
  const [row] = await server.db.sql`select count(*) as moved from devices where site_id = ${to.site_id}`;
  expect(row).toEqual({ moved: 500 });
});

/** Devices and places that a caller scoped to `mine` may and may not reach. */
async function scene() {
  const [mine, foreign] = [await createPlace(server.db), await createPlace(server.db)];
  const sibling: Place = { client_id: mine.client_id, ...(await createSite(server.db, mine.client_id)) };
  const device = await createDevice(server.db, mine);
  const ids = { client: mine.client_id, site: mine.site_id, group: mine.group_id, agent: device.id };
  const caller = async (...kinds: (keyof typeof ids)[]) =>
    (await createPerson(server.db, { scopes: kinds.map((kind) => ({ scope_type: kind, scope_id: ids[kind] })) })).token;
  return { mine, foreign, sibling, device, caller };
}

test('a scoped caller moves within what lies in its scope', async () => {
  const { mine, sibling, device, caller } = await scene();
  const byClient = await caller('client');
  expect(await toSite(device.id, sibling.site_id, byClient)).toMatchObject({ status: 200 });
  expect(await bulk({ agent_ids: [device.id], ...mine, client_id: undefined }, byClient)).toMatchObject({
    status: 200,
  });
  const bySite = await caller('site');
  expect(await toGroup(device.id, null, bySite)).toMatchObject({ status: 200 });
  expect(await toGroup(device.id, mine.group_id, bySite)).toMatchObject({ status: 200 });
});

test.each(['client', 'site', 'group', 'agent'] as const)(
  '403 for a foreign destination of a caller scoped to a %s',
  async (kind) => {
    const { foreign, sibling, device, caller, mine } = await scene();
    const token = await caller(kind);
    const refused = { status: 403, body: { code: 'out_of_scope' } };
    expect(await toSite(device.id, foreign.site_id, token)).toMatchObject(refused);
    expect(
      await bulk({ agent_ids: [device.id], site_id: foreign.site_id, group_id: foreign.group_id }, token),
    ).toMatchObject(refused);
    expect(await toSite(device.id, null, token)).toMatchObject({ status: 403, body: { code: 'unscoped_required' } });
    if (kind !== 'client') expect(await toSite(device.id, sibling.site_id, token)).toMatchObject(refused);
    if (kind === 'group' || kind === 'agent') expect(await toGroup(device.id, null, token)).toMatchObject(refused);
    expect(await placeOf(device.id)).toEqual(mine);
  },
);

test('403 for a bulk list that mixes in a foreign device, and nothing moves', async () => {
  const { mine, foreign, sibling, device, caller } = await scene();
  const [stranger, unplaced] = [await createDevice(server.db, foreign), await createDevice(server.db)];
  const token = await caller('client');
  for (const other of [stranger.id, unplaced.id]) {
    expect(await bulk({ agent_ids: [device.id, other], site_id: sibling.site_id }, token)).toMatchObject({
      status: 403,
      body: { code: 'out_of_scope' },
    });
    expect(await toSite(other, mine.site_id, token)).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
  }
  expect(await placeOf(device.id)).toEqual(mine);
  expect(await placeOf(stranger.id)).toEqual(foreign);
});

test('two moves at once: the device ends in one place, whole, and the trail tells both in turn', async () => {
  const start = await createPlace(server.db, 'Start');
  const ends = await Promise.all(Array.from({ length: 8 }, (_, i) => createPlace(server.db, `End ${i}`)));
  const { id } = await createDevice(server.db, start);
  const answers = await Promise.all(ends.map(({ site_id, group_id }) => bulk({ agent_ids: [id], site_id, group_id })));
  expect(answers.map(({ status }) => status)).toEqual(ends.map(() => 200));
  expect(ends).toContainEqual(await placeOf(id));
  const moves = (await movesOf(id)).map(({ details }) => details);
  expect(moves).toHaveLength(ends.length);
  const next = new Map(moves.map(({ from_client, to_client }) => [from_client, to_client]));
  let at = 'Start';
  for (let steps = 0; next.has(at); steps++) {
    expect(steps).toBeLessThan(ends.length);
    at = next.get(at) ?? '';
  }
  const [last] = await server.db
    .sql`select c.name from devices d join clients c on c.id = d.client_id where d.id = ${id}`;
  expect(last?.name).toBe(at);
});

test('bulk moves over the same devices in opposite order do not end each other', async () => {
  const [a, b] = [await createPlace(server.db), await createPlace(server.db)];
  const ids = await Promise.all(Array.from({ length: 20 }, async () => (await createDevice(server.db, a)).id));
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      bulk({ agent_ids: i % 2 ? ids : ids.toReversed(), site_id: (i % 2 ? a : b).site_id }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const sites = await server.db.sql`select distinct site_id from devices where id = any(${ids}::uuid[])`;
  expect(sites).toHaveLength(1);
});
