import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevice, createPerson, createPlace, type MadeDevice, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let place: Place;
let device: MadeDevice;
let policy: string;
beforeAll(async () => {
  server = await startServer();
  place = await createPlace(server.db);
  device = await createDevice(server.db, place);
  policy = (await server.ok('POST /api/policies', { body: { name: 'Baseline' } })).id;
});
afterAll(() => server.stop());

const unknown = '018f0000-0000-7000-8000-000000000000';
const memory = { type: 'memory', name: 'Memory' };
const create = (body: object, token?: string) => server.call('POST /api/checks', { token, body });
const update = (id: string, body: object) => server.call('PUT /api/checks/:id', { params: { id }, body });
const trailOf = (id: string) =>
  server.db
    .sql`select action, target_name, details from audit_entries where target_id = ${id} and outcome = 'success' order by id`;

test('a check has the limits of SPEC.md where none are named, and its configuration filled in', async () => {
  const { status, body } = await create({ ...memory, type: 'cpuload', agent_id: device.id });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...{ type: 'cpuload', config: { window_sec: 60 }, warn_threshold: null, err_threshold: null, interval_sec: 60 },
    ...{ failure_count: 2, recovery_count: 2, hysteresis: 2, cooldown_sec: 300, timeout_sec: 180, enabled: true },
    ...{ agent_id: device.id, agent_hostname: device.hostname, policy_id: null, policy_name: null, remediation: null },
    ...{ approval: null, remediation_approval: null, changeable: true },
    devices: { total: 1, ok: 0, warning: 0, error: 0, unknown: 1 },
  });
  expect(await server.ok('GET /api/checks/:id', { params: { id: body.id } })).toEqual(body);
});

test('a change names what changes, the rest stays, and each save makes the revision grow', async () => {
  const { body: made } = await create({ ...memory, type: 'ping', config: { host: 'a.example' }, policy_id: policy });
  const revision = async () =>
    (await server.db.sql<{ revision: number }[]>`select revision from checks where id = ${made.id}`)[0]?.revision;
  expect(await revision()).toBe(1);
  const { body: changed } = await update(made.id, { warn_threshold: 100, config: { host: 'b.example' } });
  expect(changed).toMatchObject({ name: 'Memory', warn_threshold: 100, config: { host: 'b.example', count: 4 } });
  expect(changed).toMatchObject({ policy_id: policy, policy_name: 'Baseline' });
  await update(made.id, { type: 'ping', policy_id: policy, agent_id: null, enabled: false });
  expect(await revision()).toBe(3);
  await update(made.id, {});
  await server.ok('DELETE /api/checks/:id', { params: { id: made.id } });
  expect((await server.call('GET /api/checks/:id', { params: { id: made.id } })).status).toBe(404);
  const owner = { device: null, policy: 'Baseline' };
  expect(await trailOf(made.id)).toEqual([
    { action: 'check.create', target_name: 'Memory', details: { type: 'ping', ...owner } },
    { action: 'check.update', target_name: 'Memory', details: { fields: ['config', 'warn_threshold'], ...owner } },
    { action: 'check.update', target_name: 'Memory', details: { fields: ['enabled'], ...owner } },
    { action: 'check.delete', target_name: 'Memory', details: { type: 'ping', ...owner } },
  ]);
});

test.each([
  ['both owners', { agent_id: unknown, policy_id: unknown }, 'agent_id'],
  ['no owner', { agent_id: null }, 'agent_id'],
  ['another type', { type: 'cpu' }, 'type'],
  ['a threshold of what has none', { type: 'reboot', err_threshold: 1 }, 'err_threshold'],
  ['a percentage that is never reached', { warn_threshold: 120 }, 'warn_threshold'],
  ['a warning behind the error', { warn_threshold: 90, err_threshold: 80 }, 'warn_threshold'],
  [
    'a warning behind the error where less is worse',
    { type: 'certificate', config: { host: 'a.example' }, warn_threshold: 3, err_threshold: 14 },
    'warn_threshold',
  ],
  ['a setting that the type does not have', { config: { mount: '/' } }, 'config.mount'],
  ['a setting that is missing', { type: 'tcp', config: { host: 'a.example' } }, 'config.port'],
  [
    'a file on another machine, to which Windows would sign in',
    { type: 'file', config: { path: '\\\\evil.example\\share' } },
    'config.path',
  ],
  ['a host that a program would take for an option', { type: 'ping', config: { host: '-f' } }, 'config.host'],
  ['an address of another kind', { type: 'http', config: { url: 'file:///etc/passwd' } }, 'config.url'],
  [
    'fewer at most than at least',
    { type: 'process', config: { name: 'x', min_count: 3, max_count: 2 } },
    'config.max_count',
  ],
  [
    'a script and one of the library',
    { type: 'script', config: { shell: 'sh', script: 'true', script_id: unknown } },
    'config',
  ],
  ['no script', { type: 'script', config: {} }, 'config'],
  ['a remediation without a script', { remediation: { shell: 'sh' } }, 'remediation'],
  ['too often', { interval_sec: 9 }, 'interval_sec'],
  ['too rarely', { interval_sec: 86_401 }, 'interval_sec'],
  ['no failures', { failure_count: 0 }, 'failure_count'],
  ['too little time', { timeout_sec: 4 }, 'timeout_sec'],
  ['a field that it does not have', { notify: true }, 'notify'],
])('400 for %s', async (_, wrong, path) => {
  const answer = await create({ ...memory, agent_id: device.id, ...wrong });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', issues: [{ path }] } });
});

test('400 for a change that does not fit what stays, and for another type or owner; nothing is changed', async () => {
  const { body: made } = await create({ ...memory, agent_id: device.id, warn_threshold: 80, err_threshold: 90 });
  for (const [change, path] of [
    [{ warn_threshold: 95 }, 'warn_threshold'],
    [{ err_threshold: 70 }, 'warn_threshold'],
    [{ config: { window_sec: 5 } }, 'config.window_sec'],
    [{ interval_sec: 1.5 }, 'interval_sec'],
    [{ type: 'swap' }, 'type'],
    [{ policy_id: policy }, 'policy_id'],
    [{ agent_id: null }, 'agent_id'],
    [{ agent_id: null, policy_id: policy }, 'agent_id'],
  ] as const)
    expect(await update(made.id, change), JSON.stringify(change)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', issues: [{ path }] },
    });
  expect(await server.ok('GET /api/checks/:id', { params: { id: made.id } })).toEqual(made);
});

test('404 for an unknown check, device, policy or script', async () => {
  for (const [route, body] of [
    ['GET /api/checks/:id', undefined],
    ['PUT /api/checks/:id', { name: 'x' }],
    ['DELETE /api/checks/:id', undefined],
    ['GET /api/checks/:id/instances', undefined],
  ] as const)
    expect(await server.call(route, { params: { id: unknown }, body })).toMatchObject({
      status: 404,
      body: { code: 'check_not_found' },
    });
  for (const [owner, code] of [
    [{ agent_id: unknown }, 'device_not_found'],
    [{ policy_id: unknown }, 'policy_not_found'],
    [{ agent_id: device.id, type: 'script', config: { script_id: unknown } }, 'script_not_found'],
    [{ agent_id: device.id, remediation: { script_id: unknown } }, 'script_not_found'],
  ] as const)
    expect(await create({ ...memory, ...owner })).toMatchObject({ status: 404, body: { code } });
});

test('403 for who may see checks and not change them, and without the right to see them', async () => {
  const tech = await createPerson(server.db, { role: 'tech' });
  expect((await create({ ...memory, agent_id: device.id }, tech.token)).status).toBe(403);
  expect((await server.call('GET /api/checks', { token: tech.token })).status).toBe(200);
  const reader = await createPerson(server.db, { role: 'readonly' });
  expect((await server.call('GET /api/checks', { token: reader.token })).status).toBe(403);
});

test('a device that is deleted takes its own checks along', async () => {
  const doomed = await createDevice(server.db, place);
  const { body: made } = await create({ ...memory, agent_id: doomed.id });
  await server.ok('DELETE /api/devices/:id', { params: { id: doomed.id } });
  expect((await server.call('GET /api/checks/:id', { params: { id: made.id } })).status).toBe(404);
});

test('deleting a check and its policy at once leaves neither, and ends', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await server.ok('POST /api/policies', { body: { name: 'Short-lived' } });
    const { body: made } = await create({ ...memory, policy_id: id });
    const answers = await Promise.all([
      server.call('DELETE /api/policies/:id', { params: { id } }),
      server.call('DELETE /api/checks/:id', { params: { id: made.id } }),
      update(made.id, { name: 'Renamed' }),
      create({ ...memory, policy_id: id }),
    ]);
    for (const { status } of answers) expect([200, 201, 204, 404]).toContain(status);
    expect(await server.db.sql`select 1 from checks where policy_id = ${id}`).toEqual([]);
  }
});

test('hostile settings are refused or harmless: prototype keys, NUL, depth, size', async () => {
  const bodies = [
    `{"type":"memory","name":"x","agent_id":"${device.id}","config":{"constructor":{"prototype":{}}}}`,
    `{"type":"ping","name":"x","agent_id":"${device.id}","config":{"host":"a\\u0000b"}}`,
    `{"type":"file","name":"x","agent_id":"${device.id}","config":{"path":"${'x'.repeat(5000)}"}}`,
    `{"type":"memory","name":"x","agent_id":"${device.id}","config":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
    `{"type":"script","name":"x","agent_id":"${device.id}","config":{"shell":"sh","script":"true","env":{"LD_PRELOAD":"x"}}}`,
    `{"type":"script","name":"x","agent_id":"${device.id}","config":{"shell":"sh","script":"true","args":[${'"a",'.repeat(64)}"a"]}}`,
    `{"type":"memory","name":"x","agent_id":"${device.id}","warn_threshold":1e999}`,
    `{"type":"__proto__","name":"x","agent_id":"${device.id}"}`,
    `{"type":"constructor","name":"x","agent_id":"${device.id}"}`,
  ];
  for (const body of bodies)
    expect((await server.call('POST /api/checks', { body })).status, body.slice(0, 120)).toBe(400);
  const proto = await server.call('POST /api/checks', {
    body: `{"type":"memory","name":"x","agent_id":"${device.id}","config":{"__proto__":{"mount":"/"}}}`,
  });
  expect([201, 400]).toContain(proto.status);
  if (proto.status === 201) expect(proto.body.config).toEqual({});
  expect(Object.keys(Object.prototype)).toEqual([]);
});
