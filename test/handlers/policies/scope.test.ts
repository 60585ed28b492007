/** Policies and their checks for callers with an access scope (CONTRACT.md, Access). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDevice, createPerson, createPlace, createSite, type MadeDevice, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let mine: Place;
let foreign: Place;
let device: MadeDevice;
/** Somebody with every permission in my company alone. */
let token: string;
beforeAll(async () => {
  server = await startServer();
  mine = await createPlace(server.db);
  foreign = await createPlace(server.db);
  device = await createDevice(server.db, mine);
  await createDevice(server.db, foreign);
  ({ token } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: mine.client_id }] }));
});
afterAll(() => server.stop());

let id: string;
beforeEach(async () => {
  id = (await server.ok('POST /api/policies', { body: { name: 'Shared' } })).id;
});

const assign = (by: string | undefined, policyId: string, scope_type: string, scope_id: string) =>
  server.call('POST /api/policies/:id/assignments', {
    token: by,
    params: { id: policyId },
    body: { scope_type, scope_id },
  });
const seen = async () =>
  (await server.ok('GET /api/policies', { token, query: { limit: 1000 } })).policies.map((policy) => policy.id);
const memory = (policy_id: string) => ({ type: 'memory', name: 'Memory', policy_id });

/** What changes a policy or what it runs, each refused alike. */
const changes = (checkId: string, aid: string) =>
  [
    ['PUT /api/policies/:id', { id }, { name: 'Mine now' }],
    ['DELETE /api/policies/:id', { id }, undefined],
    ['POST /api/policies/:id/assignments', { id }, { scope_type: 'client', scope_id: mine.client_id }],
    ['DELETE /api/policies/assignments/:aid', { aid }, undefined],
    ['POST /api/checks', {}, memory(id)],
    ['PUT /api/checks/:id', { id: checkId }, { interval_sec: 10 }],
    ['DELETE /api/checks/:id', { id: checkId }, undefined],
  ] as const;

test('a policy that reaches one place outside the scope is seen and changed by nobody who has one', async () => {
  await assign(undefined, id, 'site', mine.site_id);
  await assign(undefined, id, 'group', foreign.group_id);
  const check = await server.ok('POST /api/checks', { body: memory(id) });
  expect(await seen()).toContain(id);
  const shown = await server.ok('GET /api/policies/:id', { token, params: { id } });
  expect(shown).toMatchObject({ changeable: false, devices: 1, assignments: 1 });
  expect(await server.ok('GET /api/checks/:id', { token, params: { id: check.id } })).toMatchObject({
    changeable: false,
    devices: { total: 1 },
  });
  const { assignments } = await server.ok('GET /api/policies/:id/assignments', { token, params: { id } });
  expect(assignments.map(({ scope_id }) => scope_id)).toEqual([mine.site_id]);
  for (const [route, params, body] of changes(check.id, assignments[0]?.id ?? ''))
    expect(await server.call(route, { token, params, body }), route).toMatchObject({
      status: 403,
      body: { code: 'out_of_scope' },
    });
});

test('a policy within the scope is changed, with what it runs', async () => {
  await assign(undefined, id, 'client', mine.client_id);
  expect(await server.ok('GET /api/policies/:id', { token, params: { id } })).toMatchObject({ changeable: true });
  const check = await server.ok('POST /api/checks', { token, body: memory(id) });
  expect(check).toMatchObject({ changeable: true, devices: { total: 1 } });
  expect((await assign(token, id, 'site', mine.site_id)).status).toBe(201);
  expect((await assign(token, id, 'agent', device.id)).status).toBe(201);
  expect((await assign(token, id, 'site', foreign.site_id)).status).toBe(403);
  await server.ok('PUT /api/policies/:id', { token, params: { id }, body: { name: 'Mine' } });
  await server.ok('DELETE /api/checks/:id', { token, params: { id: check.id } });
  await server.ok('DELETE /api/policies/:id', { token, params: { id } });
});

test('a place is reached with all that will ever be in it: a device of a site is not the site', async () => {
  const narrow = await createPerson(server.db, { scopes: [{ scope_type: 'agent', scope_id: device.id }] });
  await assign(undefined, id, 'site', mine.site_id);
  expect(await server.ok('GET /api/policies/:id', { token: narrow.token, params: { id } })).toMatchObject({
    devices: 1,
    changeable: false,
  });
  expect((await server.call('POST /api/checks', { token: narrow.token, body: memory(id) })).status).toBe(403);
  expect((await assign(narrow.token, id, 'site', mine.site_id)).status).toBe(403);
});

test('a place without devices is in scope all the same', async () => {
  const { site_id } = await createSite(server.db, mine.client_id);
  await assign(undefined, id, 'site', site_id);
  expect(await seen()).toContain(id);
  expect((await server.call('POST /api/checks', { token, body: memory(id) })).status).toBe(201);
});

test('a policy that reaches nothing is seen and changed by who made it, and by callers without scope', async () => {
  expect(await seen()).not.toContain(id);
  expect((await server.call('GET /api/policies/:id', { token, params: { id } })).status).toBe(403);
  expect((await assign(token, id, 'client', mine.client_id)).status).toBe(403);
  const own = await server.ok('POST /api/policies', { token, body: { name: 'Own' } });
  expect(own.changeable).toBe(true);
  expect(await seen()).toContain(own.id);
  await server.ok('POST /api/checks', { token, body: memory(own.id) });
  expect((await assign(token, own.id, 'client', mine.client_id)).status).toBe(201);
  expect((await assign(undefined, own.id, 'client', foreign.client_id)).status).toBe(201);
  const params = { id: own.id };
  expect((await server.call('PUT /api/policies/:id', { token, params, body: { name: 'x' } })).status).toBe(403);
  await server.ok('PUT /api/policies/:id', { params, body: { name: 'Theirs' } });
});

test('a policy that reaches nothing is not for colleagues of who made it', async () => {
  const colleague = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: mine.client_id }] });
  const own = await server.ok('POST /api/policies', { token, body: { name: 'Of a colleague' } });
  const { policies } = await server.ok('GET /api/policies', { token: colleague.token, query: { limit: 1000 } });
  expect(policies.map((policy) => policy.id)).not.toContain(own.id);
});

test('a change that waits behind an assignment is judged by what is assigned then', async () => {
  await assign(undefined, id, 'client', mine.client_id);
  let answer: ReturnType<typeof server.call> | undefined;
  await server.db.sql.begin(async (sql) => {
    await sql`select 1 from policies where id = ${id} for no key update`;
    await sql`insert into policy_assignments (policy_id, scope_type, scope_id) values (${id}, 'client', ${foreign.client_id})`;
    answer = server.call('POST /api/checks', { token, body: memory(id) });
    const waiting = () =>
      server.db.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting()).count).toBeGreaterThan(0);
  });
  expect((await answer)?.status).toBe(403);
});
