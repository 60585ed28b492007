import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshInstances } from '../../../domain/check-runs/effective.ts';
import { createDevice, createPerson, createPlace, type MadeDevice, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let place: Place;
let elsewhere: Place;
let devices: MadeDevice[];
let policy: string;
let inherited: string;
let own: string;
beforeAll(async () => {
  server = await startServer();
  place = await createPlace(server.db, 'Lapwing');
  elsewhere = await createPlace(server.db);
  devices = [];
  for (const hostname of ['web-c', 'WEB-a', 'web-b'])
    devices.push(await createDevice(server.db, { ...place, hostname, status: 'online' }));
  devices.push(await createDevice(server.db, elsewhere));
  policy = (await server.ok('POST /api/policies', { body: { name: 'Web servers' } })).id;
  for (const scope_id of [place.client_id, elsewhere.client_id])
    await server.ok('POST /api/policies/:id/assignments', {
      params: { id: policy },
      body: { scope_type: 'client', scope_id },
    });
  inherited = await create({ type: 'cpuload', name: 'alpha load', policy_id: policy });
  own = await create({ type: 'memory', name: 'Beta memory', agent_id: devices[0]?.id });
  await refreshInstances(server.ctx);
});
afterAll(() => server.stop());

const create = async (body: object) => (await server.ok('POST /api/checks', { body })).id;
const namesOf = async (query: Record<string, string | number>, token?: string) =>
  (await server.ok('GET /api/checks', { token, query })).checks.map(({ name }) => name);
const instancesOf = (id: string, query: Record<string, string | number> = {}, token?: string) =>
  server.ok('GET /api/checks/:id/instances', { token, params: { id }, query });

test('checks are listed by name, filtered by device, policy, type and text, page by page', async () => {
  expect(await namesOf({})).toEqual(['alpha load', 'Beta memory']);
  expect(await namesOf({ policy_id: policy })).toEqual(['alpha load']);
  expect(await namesOf({ agent_id: devices[0]?.id ?? '' })).toEqual(['Beta memory']);
  expect(await namesOf({ agent_id: devices[1]?.id ?? '' })).toEqual([]);
  expect(await namesOf({ type: 'memory' })).toEqual(['Beta memory']);
  expect(await namesOf({ q: 'BETA' })).toEqual(['Beta memory']);
  expect(await namesOf({ q: 'web servers' })).toEqual(['alpha load']);
  expect(await namesOf({ q: 'Web-C' })).toEqual(['Beta memory']);
  expect(await namesOf({ q: '%' })).toEqual([]);
  const first = await server.ok('GET /api/checks', { query: { limit: 1 } });
  const second = await server.ok('GET /api/checks', { query: { limit: 1, cursor: first.next_cursor ?? '' } });
  expect([...first.checks, ...second.checks].map(({ name }) => name)).toEqual(['alpha load', 'Beta memory']);
  expect(second.next_cursor).toBeUndefined();
  expect((await server.call('GET /api/checks', { query: { cursor: 'x' } })).body.code).toBe('invalid_cursor');
  expect((await server.call('GET /api/checks', { query: { type: 'cpu' } })).status).toBe(400);
});

test('a company filters checks, policies and instances by where they are', async () => {
  const here = { client_id: place.client_id };
  const there = { client_id: elsewhere.client_id };
  const none = { client_id: (await createPlace(server.db)).client_id };
  expect(await namesOf(here)).toEqual(['alpha load', 'Beta memory']);
  expect(await namesOf(there)).toEqual(['alpha load']);
  expect(await namesOf(none)).toEqual([]);
  const policiesOf = async (query: Record<string, string>) =>
    (await server.ok('GET /api/policies', { query })).policies.length;
  expect([await policiesOf(here), await policiesOf(there), await policiesOf(none)]).toEqual([1, 1, 0]);
  const count = async (query: Record<string, string>) => (await instancesOf(inherited, query)).instances.length;
  expect([await count(here), await count(there), await count(none)]).toEqual([3, 1, 0]);
});

test('a company outside the scope filters a shared policy away: that it reaches there is not told', async () => {
  const mine = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: place.client_id }] });
  expect(await namesOf({ client_id: place.client_id }, mine.token)).toEqual(['alpha load', 'Beta memory']);
  expect(await namesOf({ client_id: elsewhere.client_id }, mine.token)).toEqual([]);
  const query = { client_id: elsewhere.client_id };
  expect((await server.ok('GET /api/policies', { token: mine.token, query })).policies).toEqual([]);
});

test('what a check says is counted by device in scope, and in the instances with streaks and what is under way', async () => {
  const { sql } = server.db;
  const [first, second] = devices;
  await sql`
    update check_instances set status = 'error', failures = 3, last_value = 97.5, last_output = 'busy', last_result_at = now()
    where check_id = ${inherited} and device_id = ${first?.id ?? ''}`;
  await sql`
    update check_instances set status = 'ok', execution_id = uuidv7(), sent_at = now(), deadline_at = now() + interval '1 minute'
    where check_id = ${inherited} and device_id = ${second?.id ?? ''}`;
  const read = (token?: string) => server.ok('GET /api/checks/:id', { token, params: { id: inherited } });
  expect((await read()).devices).toEqual({ total: 4, ok: 1, warning: 0, error: 1, unknown: 2 });
  const scoped = await createPerson(server.db, { scopes: [{ scope_type: 'agent', scope_id: first?.id ?? '' }] });
  expect((await read(scoped.token)).devices).toEqual({ total: 1, ok: 0, warning: 0, error: 1, unknown: 0 });
  const { instances } = await instancesOf(inherited);
  expect(instances.slice(0, 4).map(({ agent_hostname }) => agent_hostname)).toContain('WEB-a');
  expect(instances.find(({ agent_id }) => agent_id === first?.id)).toMatchObject({
    ...{ check_id: inherited, agent_hostname: 'web-c', client_name: 'Lapwing', device_status: 'online' },
    ...{ status: 'error', consecutive_failures: 3, last_value: 97.5, last_output: 'busy', pending: null },
  });
  expect(instances.find(({ agent_id }) => agent_id === second?.id)?.pending).toMatchObject({
    execution_id: expect.any(String),
    deadline_at: expect.any(String),
  });
  expect((await instancesOf(inherited, {}, scoped.token)).instances).toHaveLength(1);
  expect((await instancesOf(inherited, { agent_id: second?.id ?? '' })).instances).toMatchObject([
    { agent_id: second?.id },
  ]);
  expect((await instancesOf(inherited, { agent_id: randomUUID() })).instances).toEqual([]);
});

test('instances go by hostname without case, page by page, by state and by text', async () => {
  const hosts = async (query: Record<string, string | number>) =>
    (await instancesOf(inherited, query)).instances.map(({ agent_hostname }) => agent_hostname);
  expect(await hosts({ q: 'web' })).toEqual(['WEB-a', 'web-b', 'web-c']);
  expect(await hosts({ status: 'error' })).toEqual(['web-c']);
  const first = await instancesOf(inherited, { q: 'web', limit: 2 });
  const second = await instancesOf(inherited, { q: 'web', limit: 2, cursor: first.next_cursor ?? '' });
  expect(second.instances.map(({ agent_hostname }) => agent_hostname)).toEqual(['web-c']);
  expect(second.next_cursor).toBeUndefined();
});

test('where an instance is still to be made the check is unknown; a disabled check runs nowhere', async () => {
  const fresh = await create({ type: 'memory', name: 'Fresh', agent_id: devices[1]?.id });
  await server.db.sql`delete from check_instances where check_id = ${fresh}`;
  expect((await instancesOf(fresh)).instances).toMatchObject([{ status: 'unknown', last_result_at: null }]);
  await server.ok('PUT /api/checks/:id', { params: { id: fresh }, body: { enabled: false } });
  expect((await instancesOf(fresh)).instances).toEqual([]);
  const { devices: counts } = await server.ok('GET /api/checks/:id', { params: { id: fresh } });
  expect(counts).toEqual({ total: 0, ok: 0, warning: 0, error: 0, unknown: 0 });
  await server.ok('DELETE /api/checks/:id', { params: { id: fresh } });
});

test('a scoped caller sees checks of its devices and of policies that reach one, and no others', async () => {
  const there = await createPerson(server.db, { scopes: [{ scope_type: 'site', scope_id: elsewhere.site_id }] });
  expect(await namesOf({}, there.token)).toEqual(['alpha load']);
  expect((await server.call('GET /api/checks/:id', { token: there.token, params: { id: own } })).status).toBe(403);
  const nowhere = await createPlace(server.db);
  const stranger = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: nowhere.client_id }] });
  expect(await namesOf({}, stranger.token)).toEqual([]);
  expect(await namesOf({ policy_id: policy }, stranger.token)).toEqual([]);
  for (const route of ['GET /api/checks/:id', 'GET /api/checks/:id/instances'] as const)
    expect((await server.call(route, { token: stranger.token, params: { id: inherited } })).status).toBe(403);
});
