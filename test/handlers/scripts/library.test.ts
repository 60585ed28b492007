import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApprovedTask } from '../../domain/scripts/approved-task.ts';
import { recordEvents } from '../../events.ts';
import { createDevice, createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const body = { name: 'Say hello', shell: 'bash', body: 'echo hello', category: 'Greetings' };
const make = (fields: object = {}) => server.ok('POST /api/scripts', { body: { ...body, ...fields } });
const save = (id: string, fields: object, token?: string) =>
  server.call('PUT /api/scripts/:id', { params: { id }, body: fields, ...(token && { token }) });

test('a script is added, read, saved and deleted, and the trail names what was saved', async () => {
  const events = recordEvents(server);
  const made = await make({ body: 'rm -rf /tmp/hello' });
  expect(made).toMatchObject({ ...body, body: 'rm -rf /tmp/hello', version: 1, builtin: false, timeout_sec: 3600 });
  expect(made.risk_hints).toEqual([{ kind: 'deletes', line: 1 }]);
  const saved = await server.ok('PUT /api/scripts/:id', { params: { id: made.id }, body: { body: 'echo bye' } });
  expect(saved).toMatchObject({
    name: 'Say hello',
    category: 'Greetings',
    version: 2,
    body: 'echo bye',
    risk_hints: [],
  });
  expect(await server.ok('GET /api/scripts/:id', { params: { id: made.id } })).toEqual(saved);
  expect((await server.call('DELETE /api/scripts/:id', { params: { id: made.id } })).status).toBe(204);
  expect((await server.call('GET /api/scripts/:id', { params: { id: made.id } })).body.code).toBe('script_not_found');
  const trail = await server.db.sql`select action, details from audit_entries where target_id = ${made.id} order by id`;
  expect(trail).toEqual([
    { action: 'script.create', details: { shell: 'bash', category: 'Greetings' } },
    {
      action: 'script.update',
      details: { fields: ['body'], version: 2, content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
    { action: 'script.delete', details: {} },
  ]);
  const hints = events.take('changed').filter(({ noun }) => noun === 'scripts');
  expect(hints.map(({ noun, ids }) => [noun, ids])).toEqual([
    ['scripts', [made.id]],
    ['scripts', [made.id]],
    ['scripts', [made.id]],
  ]);
});

test('the list is in order of names, in pages, and is searched by text, category and shell', async () => {
  for (const name of ['zz list B', 'ZZ list a', 'zz list c']) await make({ name, category: 'Listed', shell: 'cmd' });
  const names = async (query: Record<string, string | number>) =>
    (await server.ok('GET /api/scripts', { query })).scripts.map((one) => one.name);
  expect(await names({ q: 'zz LIST' })).toEqual(['ZZ list a', 'zz list B', 'zz list c']);
  expect(await names({ category: 'LISTED', shell: 'cmd' })).toHaveLength(3);
  expect(await names({ category: 'listed', shell: 'sh' })).toEqual([]);
  const first = await server.ok('GET /api/scripts', { query: { q: 'zz list', limit: 2 } });
  expect(first.scripts.map((one) => one.name)).toEqual(['ZZ list a', 'zz list B']);
  expect(await names({ q: 'zz list', cursor: first.next_cursor ?? '' })).toEqual(['zz list c']);
  expect(first.scripts[0]).not.toHaveProperty('body');
  expect((await server.call('GET /api/scripts', { query: { cursor: 'x' } })).body.code).toBe('invalid_cursor');
});

test('a save that changes nothing makes no version', async () => {
  const { id } = await make();
  expect((await save(id, { name: 'Say hello', parameters: [] })).body).toMatchObject({ version: 1 });
});

test('409 when somebody else saved meanwhile, with the version that is there', async () => {
  const { id } = await make();
  expect((await save(id, { name: 'One', expected_version: 1 })).body.version).toBe(2);
  expect(await save(id, { name: 'Two', expected_version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', version: 2 },
  });
  const racing = await Promise.all(['a', 'b', 'c'].map((name) => save(id, { name, expected_version: 2 })));
  expect(racing.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('every version is kept with who made it, and any is brought back as a new one in the category of now', async () => {
  const { token, username } = await createPerson(server.db, { permissions: ['scripts.view', 'scripts.manage'] });
  const { id } = await make({ parameters: [{ name: 'WHO', type: 'text' }] });
  await save(id, { body: 'echo two', parameters: [], category: 'Elsewhere' }, token);
  const restored = await server.ok('POST /api/scripts/:id/restore', { params: { id }, body: { version: 1 } });
  expect(restored).toMatchObject({ body: 'echo hello', version: 3, category: 'Elsewhere' });
  expect(restored.parameters).toHaveLength(1);
  const { versions } = await server.ok('GET /api/scripts/:id/versions', { params: { id } });
  expect(versions).toMatchObject([
    { version: 3, body: 'echo hello', restored_from: 1, changed_by: { kind: 'bootstrap' } },
    { version: 2, body: 'echo two', restored_from: null, changed_by: { kind: 'user', name: username } },
    { version: 1, body: 'echo hello', restored_from: null },
  ]);
  const restore = (version: number, expected_version?: number) =>
    server.call('POST /api/scripts/:id/restore', { params: { id }, body: { version, expected_version } });
  expect(await restore(9)).toMatchObject({ status: 404, body: { code: 'version_not_found' } });
  expect(await restore(1, 2)).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
});

test.each([
  ['a name that the interpreter reads itself', { name: 'LD_PRELOAD', type: 'text' }],
  ['one that every object has', { name: '__proto__', type: 'text' }],
  ["one that is Muster's", { name: 'RMM_JOB', type: 'text' }],
  ['one that begins with a digit', { name: '1ST', type: 'text' }],
  ['a choice without choices', { name: 'A', type: 'choice' }],
  ['a default that is none of the choices', { name: 'A', type: 'choice', choices: ['x'], default: 'y' }],
  ['a default of another type', { name: 'A', type: 'number', default: 'many' }],
  ['a default of a secret', { name: 'A', type: 'secret', default: 'hunter2' }],
])('400 for a parameter with %s', async (_what, parameter) => {
  const answer = await server.call('POST /api/scripts', { body: { ...body, parameters: [parameter] } });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

test('400 for two parameters that Windows would take for one', async () => {
  const parameters = [
    { name: 'Path_A', type: 'text' },
    { name: 'PATH_A', type: 'text' },
  ];
  expect((await server.call('POST /api/scripts', { body: { ...body, parameters } })).status).toBe(400);
});

test('409 while tasks and checks name it: by name what the caller sees, the others as a number', async () => {
  const [mine, other] = [await createPlace(server.db), await createPlace(server.db)];
  const devices = [await createDevice(server.db, mine), await createDevice(server.db, other)];
  const { id } = await make();
  const { sql } = server.db;
  const [policy] = await sql<{ id: string }[]>`insert into policies (name) values ('All of it') returning id`;
  await sql`insert into policy_assignments (policy_id, scope_type, scope_id) values (${policy?.id ?? ''}, 'site', ${mine.site_id})`;
  await sql`insert into tasks (name, script_id, schedule_kind, interval_sec, agent_id)
    values ('Foreign task', ${id}, 'interval', 60, ${devices[1]?.id ?? ''})`;
  await sql`insert into checks (name, type, config, policy_id)
    values ('Own check', 'script', ${sql.json({ script_id: id })}, ${policy?.id ?? ''})`;
  await sql`insert into checks (name, type, remediation, agent_id)
    values ('Own memory', 'memory', ${sql.json({ script_id: id })}, ${devices[0]?.id ?? ''})`;
  const scopes = [{ scope_type: 'client' as const, scope_id: mine.client_id }];
  const { token } = await createPerson(server.db, { scopes });
  const asked = (caller?: string) =>
    server.call('DELETE /api/scripts/:id', { params: { id }, ...(caller && { token: caller }) });
  expect(await asked()).toMatchObject({
    status: 409,
    body: {
      code: 'script_in_use',
      error: 'Say hello is used by Foreign task, Own check, Own memory.',
      used_by: [{ kind: 'task' }, { kind: 'check' }, { kind: 'remediation' }],
      used_elsewhere: 0,
    },
  });
  const scoped = await asked(token);
  expect(scoped.body).toMatchObject({ error: 'Say hello is used by Own check, Own memory, 1 more.' });
  expect(JSON.stringify(scoped.body)).not.toContain('Foreign');
  const reader = await createPerson(server.db, { permissions: ['scripts.view'] });
  const read = await server.ok('GET /api/scripts/:id', { params: { id }, token: reader.token });
  expect(read).toMatchObject({ used_by: [], used_elsewhere: 3 });
  await sql`delete from tasks where script_id = ${id}`;
  await sql`delete from checks where script_id = ${id} or remediation_script_id = ${id}`;
  expect((await asked()).status).toBe(204);
});

test('a save of what runs puts the task that names it back to waiting; one of its name does not', async () => {
  const { id } = await make();
  const task = await createApprovedTask(server, id);
  await save(id, { name: 'Renamed', category: 'Filed', description: 'As before' });
  expect(await task.state()).toBe('approved');
  await save(id, { parameters: [{ name: 'WHO', type: 'text', default: 'Ada' }] });
  expect(await task.state()).toBe('waiting');
});

test('409 when a secret would show what tasks keep for it; once nobody names the script it may', async () => {
  const { id } = await make({ parameters: [{ name: 'PASSWORD', type: 'secret' }] });
  const task = await createApprovedTask(server, id);
  for (const parameters of [[], [{ name: 'PASSWORD', type: 'text' }]])
    expect(await save(id, { parameters })).toMatchObject({ status: 409, body: { code: 'secret_in_use' } });
  expect((await save(id, { parameters: [{ name: 'PASSWORD', type: 'secret', required: true }] })).status).toBe(200);
  await server.db.sql`delete from tasks where id = ${task.id}`;
  expect((await save(id, { parameters: [] })).status).toBe(200);
});

test('a scoped caller may manage scripts, which belong to no company', async () => {
  const { client_id } = await createPlace(server.db);
  const scopes = [{ scope_type: 'client' as const, scope_id: client_id }];
  const { token } = await createPerson(server.db, { scopes });
  expect((await server.call('POST /api/scripts', { token, body })).status).toBe(201);
});

test('a scoped caller saves nothing that runs outside: it would stop there, and names and files it all the same', async () => {
  const places = [await createPlace(server.db), await createPlace(server.db)];
  const people = await Promise.all(
    places.map(({ client_id }) =>
      createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: client_id }], role: 'admin' }),
    ),
  );
  const device = await createDevice(server.db, places[0]);
  const { id } = await make();
  const task = { name: 'Hello', script_id: id, agent_id: device.id, schedule_kind: 'interval', interval_sec: 3600 };
  const own = await server.ok('POST /api/tasks', { body: task });
  const edit = (change: object, by: { token: string } | undefined) =>
    server.call('PUT /api/scripts/:id', { params: { id }, body: change, token: by?.token ?? '' });
  const restore = { params: { id }, body: { version: 1 }, token: people[1]?.token ?? '' };
  expect((await edit({ description: 'Says hello', category: 'Greetings' }, people[1])).status).toBe(200);
  expect((await edit({ timeout_sec: 99 }, people[0])).status).toBe(200);
  expect(await edit({ body: 'echo bye' }, people[1])).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
  expect((await server.call('POST /api/scripts/:id/restore', restore)).body.code).toBe('out_of_scope');
  expect((await server.ok('GET /api/tasks/:id', { params: { id: own.id } })).approval).toBe('approved');
  expect((await edit({ body: 'echo bye' }, people[0])).status).toBe(200);
});
