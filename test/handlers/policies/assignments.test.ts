import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevice, createPerson, createPlace, type MadeDevice, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let place: Place;
let device: MadeDevice;
beforeAll(async () => {
  server = await startServer();
  place = await createPlace(server.db, 'Heron');
  device = await createDevice(server.db, place);
});
afterAll(() => server.stop());

const unknown = '018f0000-0000-7000-8000-000000000000';
const policy = async (name = 'Assigned') => (await server.ok('POST /api/policies', { body: { name } })).id;
const assign = (id: string, scope_type: string, scope_id: string, token?: string) =>
  server.call('POST /api/policies/:id/assignments', { token, params: { id }, body: { scope_type, scope_id } });
const listOf = async (id: string, query = {}) =>
  server.ok('GET /api/policies/:id/assignments', { params: { id }, query });

test('a policy is assigned to each kind of place, listed with its names and devices, and taken away again', async () => {
  const id = await policy();
  const kinds = { client: place.client_id, site: place.site_id, group: place.group_id, agent: device.id };
  for (const [type, at] of Object.entries(kinds)) expect((await assign(id, type, at)).status).toBe(201);
  const { assignments } = await listOf(id);
  expect(assignments.map(({ scope_type, devices }) => [scope_type, devices])).toEqual([
    ['client', 1],
    ['site', 1],
    ['group', 1],
    ['agent', 1],
  ]);
  expect(assignments.map(({ client_name }) => client_name)).toEqual([null, 'Heron', 'Heron', 'Heron']);
  expect(assignments.map(({ site_name }) => typeof site_name)).toEqual(['object', 'object', 'string', 'string']);
  expect(assignments.at(-1)).toMatchObject({ name: device.hostname, scope_id: device.id, policy_id: id });
  for (const { id: aid } of assignments) await server.ok('DELETE /api/policies/assignments/:aid', { params: { aid } });
  expect((await listOf(id)).assignments).toEqual([]);
  const trail = await server.db.sql`
    select action, details from audit_entries where target_id = ${id} and action like 'policy.%assign' order by id`;
  expect(trail).toHaveLength(8);
  expect(trail[0]).toEqual({ action: 'policy.assign', details: { scope_type: 'client', place: 'Heron', devices: 1 } });
  expect(trail[4]).toEqual({ action: 'policy.unassign', details: { scope_type: 'client', place: 'Heron' } });
});

test('the list comes in pages', async () => {
  const id = await policy();
  await assign(id, 'client', place.client_id);
  await assign(id, 'site', place.site_id);
  const first = await listOf(id, { limit: 1 });
  const second = await listOf(id, { limit: 1, cursor: first.next_cursor });
  expect([...first.assignments, ...second.assignments].map(({ scope_type }) => scope_type)).toEqual(['client', 'site']);
  expect(second.next_cursor).toBeUndefined();
});

test('409 already_assigned the second time', async () => {
  const id = await policy();
  await assign(id, 'site', place.site_id);
  expect(await assign(id, 'site', place.site_id)).toMatchObject({ status: 409, body: { code: 'already_assigned' } });
  expect((await listOf(id)).assignments).toHaveLength(1);
});

test('404 by kind for a place that is not there, also for one of another kind; 400 for another kind of thing', async () => {
  const id = await policy();
  for (const [type, code] of [
    ['client', 'company_not_found'],
    ['site', 'site_not_found'],
    ['group', 'department_not_found'],
    ['agent', 'device_not_found'],
  ] as const)
    expect(await assign(id, type, unknown)).toMatchObject({ status: 404, body: { code } });
  expect((await assign(id, 'site', place.client_id)).status).toBe(404);
  expect((await assign(id, 'user', place.client_id)).status).toBe(400);
});

test('a place that is deleted takes its assignments along, whatever it was', async () => {
  const doomed = await createPlace(server.db);
  const machine = await createDevice(server.db, doomed);
  const id = await policy();
  const kinds = { client: doomed.client_id, site: doomed.site_id, group: doomed.group_id, agent: machine.id };
  for (const [type, at] of Object.entries(kinds)) await assign(id, type, at);
  await server.ok('DELETE /api/devices/:id', { params: { id: machine.id } });
  expect((await listOf(id)).assignments).toHaveLength(3);
  await server.ok('DELETE /api/clients/:id', { params: { id: doomed.client_id } });
  expect((await listOf(id)).assignments).toEqual([]);
});

test('an assignment and the deletion of its place, at once: no assignment is left behind', async () => {
  for (let round = 0; round < 5; round++) {
    const doomed = await createPlace(server.db);
    const id = await policy();
    const [assigned] = await Promise.all([
      assign(id, 'group', doomed.group_id),
      server.ok('DELETE /api/groups/:id', { params: { id: doomed.group_id } }),
    ]);
    expect([201, 404]).toContain(assigned.status);
    expect(await server.db.sql`select 1 from policy_assignments where policy_id = ${id}`).toEqual([]);
  }
});

test('a policy that holds an approved script reaches further only by somebody with jobs.manage', async () => {
  const id = await policy();
  const program = { shell: 'sh', script: 'true' };
  const check = { type: 'script', name: 'Script', config: program, policy_id: id };
  await server.ok('POST /api/checks', { body: check });
  const { token } = await createPerson(server.db, { permissions: ['policies.view', 'policies.manage'] });
  expect(await assign(id, 'site', place.site_id, token)).toMatchObject({
    status: 403,
    body: { code: 'jobs_manage_required' },
  });
  expect((await listOf(id)).assignments).toEqual([]);
  const plain = await policy();
  await server.ok('POST /api/checks', { body: { type: 'memory', name: 'Memory', policy_id: plain } });
  expect((await assign(plain, 'site', place.site_id, token)).status).toBe(201);
});
