import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordEvents } from '../../events.ts';
import { createDevice, createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const trailOf = (id: string) =>
  server.db.sql`select action, actor_name, target_name, details from audit_entries where target_id = ${id} order by id`;

test('a device is read with the names of its place', async () => {
  const place = await createPlace(server.db, 'Kestrel');
  const { id } = await createDevice(server.db, { ...place, hostname: 'Desk', status: 'online', version: '0.4.9' });
  const device = await server.ok('GET /api/devices/:id', { params: { id } });
  expect(device).toMatchObject({
    ...place,
    hostname: 'Desk',
    client_name: 'Kestrel',
    status: 'online',
    version: '0.4.9',
    identity: 'trusted',
    tags: [],
    last_seen_at: null,
    os: { family: 'linux', name: 'Debian GNU/Linux' },
    credential_rotation: { state: 'none', requested_at: null, requested_by: null },
  });
  const { devices } = await server.ok('GET /api/devices', { query: { client_id: place.client_id } });
  expect(devices).toEqual([device]);
});

test('the answer never holds a hash, a credential or an install id', async () => {
  const { id } = await createDevice(server.db);
  const device = await server.ok('GET /api/devices/:id', { params: { id } });
  expect(Object.keys(device).join()).not.toMatch(/hash|credential(?!_rotation)|install|epoch|instance|search/);
});

test('description, note and tags are set, omitted ones stay, and the trail names the fields', async () => {
  const { id } = await createDevice(server.db, { hostname: 'edited' });
  const events = recordEvents(server);
  const first = await server.ok('PATCH /api/devices/:id', {
    params: { id },
    body: { description: ' Front desk ', note: 'line one\nline two', tags: ['VIP', 'floor-2', 'vip'] },
  });
  expect(first).toMatchObject({ description: 'Front desk', note: 'line one\nline two', tags: ['floor-2', 'vip'] });
  expect(events.take('changed')).toContainEqual({ type: 'changed', noun: 'devices', ids: [id] });
  const second = await server.ok('PATCH /api/devices/:id', {
    params: { id },
    body: { note: '', tags: ['vip', 'floor-2'] },
  });
  expect(second).toMatchObject({ description: 'Front desk', note: '', tags: ['floor-2', 'vip'] });
  expect(await trailOf(id)).toEqual([
    {
      action: 'device.update',
      actor_name: 'bootstrap token',
      target_name: 'edited',
      details: { fields: ['description', 'note', 'tags'] },
    },
    { action: 'device.update', actor_name: 'bootstrap token', target_name: 'edited', details: { fields: ['note'] } },
  ]);
});

test('an edit that changes nothing writes nothing', async () => {
  const { id } = await createDevice(server.db);
  for (const body of [{}, { description: '', tags: [] }])
    expect((await server.call('PATCH /api/devices/:id', { params: { id }, body })).status).toBe(200);
  expect(await trailOf(id)).toEqual([]);
});

test('ids of external remote tools are set apart from each other and cleared by null or blank', async () => {
  const { id } = await createDevice(server.db);
  const set = (body: object) => server.ok('PATCH /api/devices/:id/remote-ids', { params: { id }, body });
  expect(await set({ extprov_a_id: '123 456' })).toMatchObject({ extprov_a_id: '123 456', extprov_b_id: null });
  expect(await set({ extprov_b_id: 'b' })).toMatchObject({ extprov_a_id: '123 456', extprov_b_id: 'b' });
  expect(await set({ extprov_a_id: '  ', extprov_b_id: null })).toMatchObject({
    extprov_a_id: null,
    extprov_b_id: null,
  });
  expect((await trailOf(id)).map(({ details }) => details)).toEqual([
    { fields: ['extprov_a_id'] },
    { fields: ['extprov_b_id'] },
    { fields: ['extprov_a_id', 'extprov_b_id'] },
  ]);
});

test.each([
  ['an unknown key', { descripton: 'x' }],
  ['what only the agent says', { hostname: 'x' }],
  ['a description of 501 letters', { description: 'x'.repeat(501) }],
  ['a note with NUL', { note: '\0' }],
  ['an empty tag', { tags: [' '] }],
  ['51 tags', { tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }],
  ['tags that are no list', { tags: 'vip' }],
])('400 for an edit with %s', async (_, body) => {
  const { id } = await createDevice(server.db);
  expect(await server.call('PATCH /api/devices/:id', { params: { id }, body })).toMatchObject({ status: 400 });
});

test('editing needs devices.manage, placing clients.manage, deleting and revoking devices.delete', async () => {
  const { id } = await createDevice(server.db);
  const { token } = await createPerson(server.db, { permissions: ['devices.view'] });
  const bulk = { agent_ids: [id], site_id: id, confirm_count: 1 };
  const calls: [string, string, object | undefined][] = [
    ['PATCH /api/devices/:id', 'devices.manage', { note: 'x' }],
    ['PATCH /api/devices/:id/remote-ids', 'devices.manage', { extprov_a_id: 'x' }],
    ['PATCH /api/devices/:id/site', 'clients.manage', { site_id: null }],
    ['PATCH /api/devices/:id/group', 'clients.manage', { group_id: null }],
    ['POST /api/devices/bulk/move', 'clients.manage', bulk],
    ['POST /api/devices/bulk/delete', 'devices.delete', bulk],
    ['POST /api/devices/:id/revoke', 'devices.delete', undefined],
    ['DELETE /api/devices/:id', 'devices.delete', undefined],
  ];
  for (const [route, permission, body] of calls)
    expect(await server.call(route, { token, params: { id }, body })).toMatchObject({
      status: 403,
      body: { code: 'permission_denied', error: expect.stringContaining(permission) },
    });
});

test('the inventory merges the sections that have arrived, memory as memory_bytes', async () => {
  const { id } = await createDevice(server.db);
  const store = (section: string, data: unknown, at: string) => server.db.sql`
    insert into device_inventory (device_id, section, hash, data, collected_at)
    values (${id}, ${section}, 'x', ${server.db.sql.json(data as never)}, ${at})`;
  expect(await server.call('GET /api/devices/:id/inventory', { params: { id } })).toMatchObject({
    status: 404,
    body: { code: 'no_inventory' },
  });
  const cpu = { model: 'EPYC', cores: 8, threads: 16 };
  const one = {
    name: 'bash',
    version: '5.2',
    manufacturer: 'Debian',
    installed_at: null,
    size_bytes: 1,
    source: 'dpkg',
  };
  await store('cpu', cpu, '2026-11-20T08:00:00.500Z');
  expect(await server.ok('GET /api/devices/:id/inventory', { params: { id } })).toEqual({
    collected_at: '2026-11-20T08:00:00.500Z',
    cpu,
  });
  await store('memory', { memory_bytes: 8_589_934_592 }, '2026-11-20T09:00:00Z');
  await store('software', [one], '2026-11-20T08:30:00Z');
  expect(await server.ok('GET /api/devices/:id/inventory', { params: { id } })).toEqual({
    collected_at: '2026-11-20T09:00:00.000Z',
    cpu,
    memory_bytes: 8_589_934_592,
    software: [one],
  });
});
