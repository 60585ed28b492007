import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevice, createPerson, createPlace, type MadeDevice, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let place: Place;
let device: MadeDevice;
beforeAll(async () => {
  server = await startServer();
  place = await createPlace(server.db, 'Dunlin');
  device = await createDevice(server.db, place);
});
afterAll(() => server.stop());

const checksOf = async (id: string, token?: string) =>
  (await server.ok('GET /api/devices/:id/checks', { token, params: { id } })).checks;
const policyOf = async (name: string, ...places: [string, string][]) => {
  const { id } = await server.ok('POST /api/policies', { body: { name } });
  for (const [scope_type, scope_id] of places)
    await server.ok('POST /api/policies/:id/assignments', { params: { id }, body: { scope_type, scope_id } });
  return id;
};
const create = async (body: object) => (await server.ok('POST /api/checks', { body })).id;

test('the own checks come first, then those of policies with the places by which they come', async () => {
  const wide = await policyOf(
    'A wide one',
    ['client', place.client_id],
    ['agent', device.id],
    ['group', place.group_id],
  );
  const other = await policyOf('Of nobody');
  const here = await policyOf('b of the site', ['site', place.site_id]);
  const direct = await create({ type: 'reboot', name: 'Zulu', agent_id: device.id });
  const first = await create({ type: 'memory', name: 'Memory', policy_id: wide, warn_threshold: 80 });
  const second = await create({ type: 'cpuload', name: 'CPU', policy_id: here });
  await create({ type: 'memory', name: 'Not here', policy_id: other });
  const off = await create({ type: 'memory', name: 'Off', agent_id: device.id, enabled: false });
  const checks = await checksOf(device.id);
  expect(checks.map(({ id }) => id)).toEqual([direct, first, second]);
  expect(checks.map(({ id }) => id)).not.toContain(off);
  expect(checks[0]).toMatchObject({ policy_id: null, policy_name: null, via: null, status: 'unknown', value: null });
  expect(checks[1]).toMatchObject({ policy_name: 'A wide one', warn_threshold: 80 });
  expect(checks[1]?.via).toEqual([
    { scope_type: 'agent', name: device.hostname },
    { scope_type: 'group', name: expect.any(String) },
    { scope_type: 'client', name: 'Dunlin' },
  ]);
  expect(checks[2]?.via).toEqual([{ scope_type: 'site', name: expect.any(String) }]);
});

test('the state is that of this device, and a move shows at once, before anything has been worked out', async () => {
  const there = await createPlace(server.db);
  const mover = await createDevice(server.db, there);
  const policy = await policyOf('Moved', ['client', there.client_id]);
  const check = await create({ type: 'memory', name: 'Memory', policy_id: policy });
  await server.db.sql`
    insert into check_instances (device_id, check_id, status, last_value, last_output, last_result_at)
    values (${mover.id}, ${check}, 'warning', 81.5, 'much', now())
    on conflict (device_id, check_id) do update set status = 'warning', last_value = 81.5, last_output = 'much', last_result_at = now()`;
  expect(await checksOf(mover.id)).toMatchObject([
    { id: check, status: 'warning', value: 81.5, output: 'much', last_result_at: expect.any(String) },
  ]);
  await server.ok('PATCH /api/devices/:id/site', { params: { id: mover.id }, body: { site_id: null } });
  expect(await checksOf(mover.id)).toEqual([]);
});

test('404 for an unknown device, 403 outside the scope and without checks.view', async () => {
  const stranger = await createPlace(server.db);
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: stranger.client_id }] });
  const call = (id: string, by?: string) => server.call('GET /api/devices/:id/checks', { token: by, params: { id } });
  expect(await call(crypto.randomUUID())).toMatchObject({ status: 404, body: { code: 'device_not_found' } });
  expect(await call(device.id, token)).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
  const reader = await createPerson(server.db, { role: 'readonly' });
  expect((await call(device.id, reader.token)).status).toBe(403);
});
