import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { AgentClose } from '../../../schema/agent.ts';
import { recordEvents } from '../../events.ts';
import { createDevice, createJob, createPerson, createPlace, type MadeDevice } from '../../factories.ts';
import { connectAgent, Refused, type SimulatedAgent, simulatedFacts } from '../../fleet.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
const open: SimulatedAgent[] = [];
beforeAll(async () => {
  server = await startServer();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((agent) => agent.close()));
});
afterAll(() => server.stop());

const unknown = '018f0000-0000-7000-8000-000000000000';

async function connect({ credential, hostname }: MadeDevice): Promise<SimulatedAgent> {
  const url = `${server.url.replace('http', 'ws')}/ws/agent`;
  const agent = await connectAgent({ url, device: { credential, facts: simulatedFacts(hostname) }, run: false });
  open.push(agent);
  return agent;
}
const refusal = (device: MadeDevice) =>
  connect(device).then(
    () => undefined,
    (error) => (error instanceof Refused ? error.status : error),
  );

const exists = async (id: string) => (await server.db.sql`select 1 from devices where id = ${id}`).length === 1;
const remove = (id: string, token?: string) =>
  server.call('DELETE /api/devices/:id', { params: { id }, ...(token && { token }) });
const removeMany = (agent_ids: string[], confirm_count = agent_ids.length, token?: string) =>
  server.call('POST /api/devices/bulk/delete', { body: { agent_ids, confirm_count }, ...(token && { token }) });
const trailOf = (id: string) =>
  server.db
    .sql`select action, target_name, details from audit_entries where target_id = ${id} and outcome = 'success' order by id`;

test('a deleted device takes its inventory and pending work along, and leaves finished jobs and the trail', async () => {
  const device = await createDevice(server.db, { hostname: 'gone' });
  await server.db.sql`
    insert into device_inventory (device_id, section, hash, data, collected_at) values (${device.id}, 'cpu', 'x', '{}', now())`;
  const jobs = {
    rejected: await createJob(server.db, device, { status: 'awaiting_approval' }),
    cancelled: await createJob(server.db, device, { status: 'running' }),
    completed: await createJob(server.db, device, { status: 'completed' }),
  };
  const events = recordEvents(server);
  expect(await remove(device.id)).toMatchObject({ status: 204, body: null });
  expect(events.take('devices.revoked')).toEqual([
    { type: 'devices.revoked', deviceIds: [device.id], reason: 'deleted' },
  ]);
  expect(await exists(device.id)).toBe(false);
  expect(await server.db.sql`select 1 from device_inventory where device_id = ${device.id}`).toHaveLength(0);
  for (const [status, id] of Object.entries(jobs)) {
    const [job] = await server.db.sql`select status, agent_hostname from jobs where id = ${id}`;
    expect(job).toEqual({ status, agent_hostname: 'gone' });
  }
  expect(await trailOf(device.id)).toEqual([
    { action: 'device.delete', target_name: 'gone', details: { jobs_cancelled: 2 } },
  ]);
  for (const route of ['GET /api/devices/:id', 'GET /api/devices/:id/inventory', 'DELETE /api/devices/:id'])
    expect(await server.call(route, { params: { id: device.id } })).toMatchObject({
      status: 404,
      body: { code: 'device_not_found' },
    });
});

test('the socket of a deleted device closes, and its credential opens none', async () => {
  const device = await createDevice(server.db);
  const agent = await connect(device);
  await remove(device.id);
  expect((await agent.closed).code).toBe(AgentClose.revoked);
  expect(await refusal(device)).toBe(401);
});

test('a revoked device stays, its socket closes, and its credential opens none', async () => {
  const device = await createDevice(server.db, { hostname: 'revoked' });
  const job = await createJob(server.db, device, { status: 'dispatched' });
  const agent = await connect(device);
  const revoke = () => server.call('POST /api/devices/:id/revoke', { params: { id: device.id } });
  expect(await revoke()).toMatchObject({ status: 200, body: { id: device.id, identity: 'revoked' } });
  expect((await agent.closed).code).toBe(AgentClose.revoked);
  expect(await refusal(device)).toBe(403);
  expect(await server.db.sql`select status from jobs where id = ${job}`).not.toHaveLength(0);
  expect(await revoke()).toMatchObject({ status: 200, body: { identity: 'revoked' } });
  expect(await trailOf(device.id)).toEqual([{ action: 'device.revoke', target_name: 'revoked', details: {} }]);
});

test('a user who saw that device alone is disabled with it', async () => {
  const { id } = await createDevice(server.db);
  const person = await createPerson(server.db, { role: 'readonly', scopes: [{ scope_type: 'agent', scope_id: id }] });
  expect((await server.call('GET /api/devices', { token: person.token })).status).toBe(200);
  await remove(id);
  expect((await server.call('GET /api/devices', { token: person.token })).status).toBe(401);
  expect(await trailOf(person.id)).toMatchObject([{ action: 'user.disable', details: { reason: 'scope_lost' } }]);
});

test('of twenty deletions of one device one succeeds, the others find nothing, and the trail has one', async () => {
  const { id } = await createDevice(server.db);
  const answers = await Promise.all(Array.from({ length: 20 }, () => remove(id)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([204, ...Array.from({ length: 19 }, () => 404)]);
  expect(await trailOf(id)).toHaveLength(1);
});

test('a bulk deletion deletes and audits each alone, repeats count once, failures are listed', async () => {
  const devices = await Promise.all(Array.from({ length: 3 }, () => createDevice(server.db)));
  const ids = devices.map(({ id }) => id);
  expect(await removeMany([...ids, ids[0] ?? '', unknown], 4)).toMatchObject({
    status: 200,
    body: {
      deleted: 3,
      failed: [{ id: unknown, code: 'device_not_found', error: 'There is no such device.' }],
    },
  });
  for (const id of ids) {
    expect(await exists(id)).toBe(false);
    expect(await trailOf(id)).toMatchObject([{ action: 'device.delete' }]);
  }
});

test.each([0, 1, 3, -2])('400 when confirm_count is %i for two devices, and nothing is deleted', async (count) => {
  const ids = [(await createDevice(server.db)).id, (await createDevice(server.db)).id];
  expect(await removeMany(ids, count)).toMatchObject({
    status: 400,
    body: { code: 'confirm_count_mismatch', issues: [{ path: 'confirm_count' }] },
  });
  for (const id of ids) expect(await exists(id)).toBe(true);
});

test('400 without confirm_count, for no device, and for more than 500', async () => {
  const { id } = await createDevice(server.db);
  for (const body of [
    { agent_ids: [id] },
    { agent_ids: [], confirm_count: 0 },
    { agent_ids: Array.from({ length: 501 }, () => id), confirm_count: 1 },
    { agent_ids: [id, 'x'], confirm_count: 2 },
  ])
    expect(await server.call('POST /api/devices/bulk/delete', { body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
  expect(await exists(id)).toBe(true);
});

test('a list that mixes in foreign devices deletes what is in scope and lists the rest', async () => {
  const mine = await createPlace(server.db);
  const [own, foreign] = [
    await createDevice(server.db, mine),
    await createDevice(server.db, await createPlace(server.db)),
  ];
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'site', scope_id: mine.site_id }] });
  expect(await removeMany([foreign.id, own.id], 2, token)).toMatchObject({
    status: 200,
    body: { deleted: 1, failed: [{ id: foreign.id, code: 'out_of_scope' }] },
  });
  expect([await exists(own.id), await exists(foreign.id)]).toEqual([false, true]);
  expect(await removeMany([foreign.id], 1, token)).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
  expect(await exists(foreign.id)).toBe(true);
});

test('two bulk deletions over the same devices share them out', async () => {
  const devices = await Promise.all(Array.from({ length: 20 }, () => createDevice(server.db)));
  const ids = devices.map(({ id }) => id);
  const answers = await Promise.all([removeMany(ids), removeMany(ids.toReversed())]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.reduce((sum, { body }) => sum + body.deleted, 0)).toBe(20);
  expect(answers.flatMap(({ body }) => body.failed).every(({ code }) => code === 'device_not_found')).toBe(true);
  for (const id of ids) expect(await trailOf(id)).toHaveLength(1);
});

test('a move that races the deletion moves a device or finds none', async () => {
  for (let round = 0; round < 5; round++) {
    const place = await createPlace(server.db);
    const { id } = await createDevice(server.db);
    const [moved, deleted] = await Promise.all([
      server.call('PATCH /api/devices/:id/site', { params: { id }, body: { site_id: place.site_id } }),
      remove(id),
    ]);
    expect(deleted.status).toBe(204);
    expect([200, 404]).toContain(moved.status);
    expect(await exists(id)).toBe(false);
  }
});
