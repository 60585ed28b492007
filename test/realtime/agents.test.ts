import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { hashToken } from '../../domain/tokens.ts';
import { createDevice } from '../factories.ts';
import {
  type AgentOptions,
  connectAgent,
  newCredential,
  Refused,
  type SimulatedAgent,
  simulatedFacts,
} from '../fleet.ts';
import { startServer, type TestServer } from '../harness.ts';

let server: TestServer;
let url: string;
const open: SimulatedAgent[] = [];
beforeAll(async () => {
  server = await startServer();
  url = `${server.url.replace('http', 'ws')}/ws/agent`;
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((agent) => agent.close()));
});
afterAll(() => server.stop());

async function connect(options: Omit<AgentOptions, 'url'>): Promise<SimulatedAgent> {
  const agent = await connectAgent({ url, ...options });
  open.push(agent);
  return agent;
}

async function enrollToken(uses = 1, ttl = '1 hour'): Promise<string> {
  const token = `rme_${randomUUID()}`;
  await server.db.sql`
    insert into enroll_tokens (token_hash, uses, uses_left, expires_at, created_by)
    values (${hashToken(token)}, ${uses}, ${uses}, now() + ${ttl}::interval, 'test')`;
  return token;
}

/** A socket that was admitted and has said nothing yet. */
async function opened(credential: string): Promise<WebSocket> {
  const socket = new WebSocket(url, 'rmm.v1', { headers: { authorization: `Device ${credential}` } });
  await new Promise((resolve) => socket.once('open', resolve));
  return socket;
}

async function anyDevice() {
  const { credential, hostname } = await createDevice(server.db);
  return { credential, facts: simulatedFacts(hostname) };
}

const statusOf = async (id: string) => (await server.db.sql`select status, epoch from devices where id = ${id}`)[0];
const newcomer = (token: string, installId = randomUUID(), credential = newCredential()) => ({
  device: { credential, facts: simulatedFacts(`new-${installId.slice(0, 8)}`) },
  enroll: { token, installId },
});

test('a machine enrolls, is online, goes offline with its socket and comes back as the same device', async () => {
  const options = newcomer(await enrollToken());
  const agent = await connect(options);
  expect(await statusOf(agent.deviceId)).toMatchObject({ status: 'online' });
  await agent.close();
  await expect.poll(() => statusOf(agent.deviceId)).toMatchObject({ status: 'offline' });
  const back = await connect({ device: options.device });
  expect(back.deviceId).toBe(agent.deviceId);
  const trail = await server.db.sql`select action, actor_kind from audit_entries where target_id = ${agent.deviceId}`;
  expect(trail).toEqual([{ action: 'device.enroll', actor_kind: 'agent' }]);
});

test('the same machine may repeat its enrollment: one device, one use', async () => {
  const token = await enrollToken(1);
  const options = newcomer(token);
  const first = await connect(options);
  const second = await connect(options);
  expect(second.deviceId).toBe(first.deviceId);
  const [row] = await server.db.sql`select uses_left from enroll_tokens where token_hash = ${hashToken(token)}`;
  expect(row).toEqual({ uses_left: 0 });
});

test('of fifty machines racing for one use, one gets in', async () => {
  const token = await enrollToken(1);
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => connect(newcomer(token))));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [row] = await server.db
    .sql`select count(*)::int as devices from enrollments join enroll_tokens t on t.id = enroll_token_id where t.token_hash = ${hashToken(token)}`;
  expect(row).toEqual({ devices: 1 });
});

test('401 before the upgrade for an unknown or expired token and for a forged credential', async () => {
  for (const token of [`rme_${randomUUID()}`, await enrollToken(1, '-1 second')])
    await expect(connect(newcomer(token))).rejects.toMatchObject({ status: 401 });
  const forged = { device: { credential: newCredential(), facts: simulatedFacts('forged') } };
  await expect(connect(forged)).rejects.toBeInstanceOf(Refused);
});

test('a used-up token is refused with its reason', async () => {
  const token = await enrollToken(1);
  await connect(newcomer(token));
  await expect(connect(newcomer(token))).rejects.toThrow('no use left');
});

test('403 before the upgrade for a revoked device', async () => {
  const device = await createDevice(server.db);
  await server.db.sql`update devices set identity = 'revoked' where id = ${device.id}`;
  await expect(
    connect({ device: { credential: device.credential, facts: simulatedFacts(device.hostname) } }),
  ).rejects.toMatchObject({
    status: 403,
  });
});

test('a second socket of one device replaces the first, whose close does not mark it offline', async () => {
  const made = await createDevice(server.db);
  const device = { credential: made.credential, facts: simulatedFacts(made.hostname) };
  const first = await connect({ device });
  const second = await connect({ device });
  expect((await first.closed).code).toBe(4001);
  await server.call('GET /healthz');
  expect(await statusOf(second.deviceId)).toMatchObject({ status: 'online' });
});

test('the third replacement in ten minutes raises one alert that two machines share an identity', async () => {
  const made = await createDevice(server.db);
  const device = { credential: made.credential, facts: simulatedFacts(made.hostname) };
  const raised = () =>
    server.db.sql`select kind, severity, status, occurrences from alerts where agent_id = ${made.id}`;
  await connect({ device });
  for (let replacement = 1; replacement <= 2; replacement++) await connect({ device });
  expect(await raised()).toEqual([]);
  await connect({ device });
  expect(await raised()).toEqual([{ kind: 'identity_conflict', severity: 'error', status: 'open', occurrences: 1 }]);
  await connect({ device });
  expect(await raised()).toMatchObject([{ occurrences: 2 }]);
});

test('whoever knows the installation id of a device and has a token takes nothing over', async () => {
  const installId = randomUUID();
  const own = await connect(newcomer(await enrollToken(), installId));
  const theirs = await enrollToken();
  await expect(connect(newcomer(theirs, installId))).rejects.toThrow('reset its identity');
  expect(own.socket.readyState).toBe(own.socket.OPEN);
  const [row] = await server.db.sql`select uses_left from enroll_tokens where token_hash = ${hashToken(theirs)}`;
  expect(row).toEqual({ uses_left: 1 });
});

test('a revoked identity does not come back by enrolling with the same credential', async () => {
  const options = newcomer(await enrollToken());
  const { deviceId } = await connect(options);
  await server.db.sql`update devices set identity = 'revoked' where id = ${deviceId}`;
  const again = { ...options, enroll: { ...options.enroll, token: await enrollToken() } };
  await expect(connect(again)).rejects.toThrow('reset its identity');
});

test('a machine that did not hear the answer may ask again with another token, and stays the same device', async () => {
  const options = newcomer(await enrollToken());
  const { deviceId } = await connect(options);
  const again = await connect({ ...options, enroll: { ...options.enroll, token: await enrollToken() } });
  expect(again.deviceId).toBe(deviceId);
});

test('of sockets of one device that say hello together one stays, and the device is online until that one closes', async () => {
  const made = await createDevice(server.db);
  const device = { credential: made.credential, facts: simulatedFacts(made.hostname) };
  const sockets = await Promise.all(Array.from({ length: 3 }, () => opened(made.credential)));
  const greeted = Promise.race(sockets.map((socket) => new Promise((resolve) => socket.once('message', resolve))));
  await server.db.sql.begin(async (locking) => {
    await locking`select 1 from devices where id = ${made.id} for update`; // the first waits, the others gather behind it
    for (const socket of sockets) {
      socket.send(JSON.stringify({ t: 'hello', facts: device.facts, jobs: [] }));
      await new Promise<void>((resolve) => {
        socket.once('pong', () => resolve());
        socket.ping();
      });
    }
  });
  await greeted;
  await expect.poll(() => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length).toBe(1);
  const other = await connect({ device: await anyDevice() });
  await other.close();
  await expect.poll(() => statusOf(other.deviceId)).toMatchObject({ status: 'offline' }); // departures are written
  expect(await statusOf(made.id)).toMatchObject({ status: 'online' });
  for (const socket of sockets) socket.close();
  await expect.poll(() => statusOf(made.id)).toMatchObject({ status: 'offline' });
});

test('facts and inventory are stored, and the next welcome names the hashes that the server has', async () => {
  const made = await createDevice(server.db);
  const device = { credential: made.credential, facts: simulatedFacts('renamed-host', { needs_reboot: true }) };
  const agent = await connect({ device });
  const hash = 'a'.repeat(64);
  const section = { name: 'memory' as const, data: { memory_bytes: 1024 } };
  agent.send({ t: 'inventory', id: 'inv-1', collected_at: '2026-11-20T10:00:00.000Z', hash, section });
  await agent.next('ack', ({ id }) => id === 'inv-1');
  const again = await connect({ device });
  expect((await again.next('welcome')).inventory).toEqual({ memory: hash });
  const [row] = await server.db.sql`select hostname, needs_reboot from devices where id = ${made.id}`;
  expect(row).toEqual({ hostname: 'renamed-host', needs_reboot: true });
});

test('inventory of a machine whose clock ran ahead is replaced once it is right', async () => {
  const made = await createDevice(server.db);
  const agent = await connect({ device: { credential: made.credential, facts: simulatedFacts(made.hostname) } });
  for (const [id, ahead, memory_bytes] of [
    ['ahead', '2099-01-01T00:00:00.000Z', 1],
    ['right', undefined, 2],
  ] as const) {
    const collected_at = ahead ?? new Date().toISOString();
    const section = { name: 'memory' as const, data: { memory_bytes } };
    agent.send({ t: 'inventory', id, collected_at, hash: 'a'.repeat(64), section });
    await agent.next('ack', (frame) => frame.id === id);
  }
  const rows = await server.db
    .sql`select data, collected_at <= now() as past from device_inventory where device_id = ${made.id}`;
  expect(rows).toEqual([{ data: { memory_bytes: 2 }, past: true }]);
});

test.each([
  ['not JSON', '{"t":', 1007],
  ['an unknown type', '{"t":"nonsense"}', 1008],
  ['a frame before hello', '{"t":"ack","id":"x"}', 1008],
  ['a NUL in a name', JSON.stringify({ t: 'hello', facts: simulatedFacts('a\0b'), jobs: [] }), 1008],
  ['a first frame over 16 KiB', JSON.stringify({ t: 'hello', pad: 'x'.repeat(17_000) }), 1009],
  ['a binary frame', Buffer.from('{}'), 1007],
  ['10,000 nested arrays', '['.repeat(8000) + ']'.repeat(8000), 1008],
])('%s closes the connection and leaves the server alone', async (_what, payload, code) => {
  const made = await createDevice(server.db);
  const socket = new WebSocket(url, 'rmm.v1', { headers: { authorization: `Device ${made.credential}` } });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(payload);
  expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(code);
  expect((await server.call('GET /healthz')).status).toBe(200);
});
