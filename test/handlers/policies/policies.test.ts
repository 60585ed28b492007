import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordEvents } from '../../events.ts';
import { createDevice, createPerson, createPlace } from '../../factories.ts';
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
const create = (name: string) => server.ok('POST /api/policies', { body: { name } });
const assign = (id: string, scope_type: string, scope_id: string) =>
  server.ok('POST /api/policies/:id/assignments', { params: { id }, body: { scope_type, scope_id } });

test('a policy is made, read, described, renamed and deleted; two may have the same name', async () => {
  const made = await create(' Servers ');
  expect(made).toMatchObject({ name: 'Servers', description: '', checks: 0, tasks: 0, devices: 0, assignments: 0 });
  expect(made.changeable).toBe(true);
  const twin = await create('Servers');
  expect(twin.id).not.toBe(made.id);
  const params = { id: made.id };
  await server.ok('PUT /api/policies/:id', { params, body: { description: 'What every server runs' } });
  const renamed = await server.ok('PUT /api/policies/:id', { params, body: { name: 'All servers' } });
  expect(renamed).toMatchObject({ name: 'All servers', description: 'What every server runs' });
  expect(await server.ok('GET /api/policies/:id', { params })).toEqual(renamed);
  await server.ok('PUT /api/policies/:id', { params, body: { name: 'All servers' } });
  await server.ok('DELETE /api/policies/:id', { params });
  expect((await server.call('GET /api/policies/:id', { params })).status).toBe(404);
  expect(await trailOf(made.id)).toEqual([
    { action: 'policy.create', target_name: 'Servers', details: {} },
    { action: 'policy.update', target_name: 'Servers', details: { from: 'Servers', description_changed: true } },
    { action: 'policy.update', target_name: 'All servers', details: { from: 'Servers', description_changed: false } },
    { action: 'policy.delete', target_name: 'All servers', details: { checks: 0, tasks: 0, assignments: 0 } },
  ]);
});

test('400 without a name, with one that is too long, and for what a policy does not have', async () => {
  for (const body of [{}, { name: ' ' }, { name: 'x'.repeat(201) }, { name: 'x', checks: [] }, { name: 'a\0b' }])
    expect((await server.call('POST /api/policies', { body })).status).toBe(400);
});

test('the list goes by name, page by page, and is searched by name', async () => {
  for (const name of ['b zeta', 'B alpha', 'b Mid', '100%_done']) await create(`Listed ${name}`);
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await server.ok('GET /api/policies', {
      query: { q: 'listed b', limit: 2, ...(cursor && { cursor }) },
    });
    names.push(...page.policies.map(({ name }) => name));
    cursor = page.next_cursor;
  } while (cursor);
  expect(names).toEqual(['Listed B alpha', 'Listed b Mid', 'Listed b zeta']);
  const found = await server.ok('GET /api/policies', { query: { q: '%_' } });
  expect(found.policies.map(({ name }) => name)).toEqual(['Listed 100%_done']);
  expect((await server.call('GET /api/policies', { query: { cursor: 'nonsense' } })).body.code).toBe('invalid_cursor');
});

test('a device that several assignments name counts once', async () => {
  const place = await createPlace(server.db);
  const device = await createDevice(server.db, place);
  await createDevice(server.db, { ...place, group_id: undefined });
  const { id } = await create('Counted');
  await assign(id, 'client', place.client_id);
  await assign(id, 'group', place.group_id);
  await assign(id, 'agent', device.id);
  await server.ok('POST /api/checks', { body: { type: 'memory', name: 'Memory', policy_id: id } });
  expect(await server.ok('GET /api/policies/:id', { params: { id } })).toMatchObject({
    devices: 2,
    assignments: 3,
    checks: 1,
    tasks: 0,
  });
});

test('a deleted policy takes its checks, tasks, assignments and approvals along', async () => {
  const place = await createPlace(server.db);
  const { id } = await create('Doomed');
  await assign(id, 'site', place.site_id);
  const program = { shell: 'sh', script: 'true' };
  const check = await server.ok('POST /api/checks', {
    body: { type: 'script', name: 'Own', config: program, policy_id: id, remediation: program },
  });
  expect(check).toMatchObject({ approval: 'approved', remediation_approval: 'approved' });
  const events = recordEvents(server);
  await server.ok('DELETE /api/policies/:id', { params: { id } });
  const nouns = events.take('changed').map(({ noun }) => noun);
  const left = await server.db.sql`
    select 'check' from checks where policy_id = ${id}
    union all select 'assignment' from policy_assignments where policy_id = ${id}
    union all select 'approval' from standing_approvals where subject_id = ${check.id}`;
  expect(left).toEqual([]);
  expect((await trailOf(id)).at(-1)).toMatchObject({ details: { checks: 1, tasks: 0, assignments: 1 } });
  expect(nouns).toEqual(expect.arrayContaining(['policies', 'checks', 'approvals']));
});

test('404 for an unknown policy or assignment', async () => {
  const calls = [
    ['GET /api/policies/:id', undefined],
    ['PUT /api/policies/:id', { name: 'x' }],
    ['DELETE /api/policies/:id', undefined],
    ['GET /api/policies/:id/assignments', undefined],
    ['POST /api/policies/:id/assignments', { scope_type: 'client', scope_id: unknown }],
  ] as const;
  for (const [route, body] of calls)
    expect(await server.call(route, { params: { id: unknown }, body })).toMatchObject({
      status: 404,
      body: { code: 'policy_not_found' },
    });
  expect(await server.call('DELETE /api/policies/assignments/:aid', { params: { aid: unknown } })).toMatchObject({
    status: 404,
    body: { code: 'assignment_not_found' },
  });
});

test('403 for who may see policies and not change them', async () => {
  const { token } = await createPerson(server.db, { role: 'tech' });
  expect((await server.call('GET /api/policies', { token })).status).toBe(200);
  expect((await server.call('POST /api/policies', { token, body: { name: 'x' } })).status).toBe(403);
});
