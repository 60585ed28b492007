import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { claim } from '../../../domain/jobs/deliver.ts';
import { createDevice, createPerson } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ RMM_ALLOW_UNAPPROVED_JOBS: 'true' });
});
afterAll(() => server.stop());

const parameters = [
  { name: 'WHO', type: 'text', required: true },
  { name: 'TIMES', type: 'number', default: '3' },
  { name: 'LOUD', type: 'boolean' },
  { name: 'TONE', type: 'choice', choices: ['warm', 'cold'] },
  { name: 'PASSWORD', type: 'secret' },
];
const make = (fields: object = {}) =>
  server.ok('POST /api/scripts', {
    body: { name: 'Greet', shell: 'bash', body: 'echo "$WHO"', parameters, timeout_sec: 90, ...fields },
  });
const run = (id: string, body: object, token?: string) =>
  server.call('POST /api/devices/:id/run-script', { params: { id }, body, ...(token && { token }) });

test('a script waits for approval under its name, with its parameters filled in and its own time limit', async () => {
  const [device, script] = [await createDevice(server.db), await make()];
  const answer = await run(device.id, { script_id: script.id, args: ['a b'], env: { WHO: 'Ada', LOUD: 'true' } });
  expect(answer).toMatchObject({
    status: 201,
    body: {
      ...{ status: 'awaiting_approval', description: 'Greet', script_id: script.id, timeout_sec: 90 },
      ...{ script: 'echo "$WHO"', args: ['a b'] },
      env: { WHO: 'Ada', TIMES: '3', LOUD: 'true', TONE: '', PASSWORD: null },
    },
  });
});

test('the value of a secret reaches the device and no answer', async () => {
  const [device, script] = [await createDevice(server.db), await make()];
  const env = { WHO: 'Ada', PASSWORD: 'hunter2-hunter2' };
  const body = { script_id: script.id, require_approval: false, env };
  const first = await run(device.id, body);
  expect(first.body).toMatchObject({ status: 'dispatched', env: { PASSWORD: null } });
  expect(JSON.stringify(first.body)).not.toContain('hunter2');
  const [delivery] = await transaction(server.ctx, (ctx) => claim(ctx, [device.id]));
  expect(delivery?.env).toMatchObject(env);
  const second = await run(device.id, body);
  expect(second.body.previous_approved).toBeNull();
  const others = await run(device.id, { ...body, env: { ...env, PASSWORD: 'other' } });
  expect(others.body.content_sha256).not.toBe(first.body.content_sha256);
  const batch = await server.ok('POST /api/jobs/bulk', { body: { agent_ids: [device.id], script_id: script.id, env } });
  for (const route of ['GET /api/jobs', 'GET /api/approvals', 'GET /api/audit'])
    expect(JSON.stringify((await server.call(route)).body)).not.toContain('hunter2');
  const params = { batch_id: batch.batches[0]?.batch_id ?? '' };
  expect(JSON.stringify(await server.ok('GET /api/jobs/batch/:batch_id', { params }))).not.toContain('hunter2');
});

test.each([
  ['a required value that is missing', {}, 'env.WHO'],
  ['an empty one', { WHO: '' }, 'env.WHO'],
  ['no number', { WHO: 'x', TIMES: 'many' }, 'env.TIMES'],
  ['neither true nor false', { WHO: 'x', LOUD: 'yes' }, 'env.LOUD'],
  ['none of the choices', { WHO: 'x', TONE: 'shrill' }, 'env.TONE'],
  ['another case of the name', { WHO: 'x', Tone: 'warm' }, 'env.Tone'],
])('400 for %s', async (_what, env, path) => {
  const [device, script] = [await createDevice(server.db), await make()];
  expect(await run(device.id, { script_id: script.id, env })).toMatchObject({
    status: 400,
    body: { code: 'invalid_parameter', issues: [{ path }] },
  });
});

test.each([['PATH'], ['LD_PRELOAD'], ['PERL5OPT'], ['GIT_SSH_COMMAND'], ['RMM_JOB'], ['A-B']])(
  '400 for the variable %s',
  async (name) => {
    const [device, script] = [await createDevice(server.db), await make()];
    const answer = await run(device.id, { script_id: script.id, env: { WHO: 'x', [name]: '1' } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  },
);

test('a parameter has its default whatever its name is', async () => {
  const parameters = ['toString', 'constructor'].map((name) => ({ name, type: 'text', default: 'mine' }));
  const [device, script] = [await createDevice(server.db), await make({ parameters })];
  const { body } = await run(device.id, { script_id: script.id });
  const env = { toString: 'mine', constructor: 'mine' };
  expect(await server.ok('GET /api/jobs/:id', { params: { id: body.id } })).toMatchObject({ env });
});

test('409 on a device of a system that the script is not for', async () => {
  const script = await make({ parameters: [], systems: ['windows'], shell: 'cmd' });
  const [linux, windows] = [await createDevice(server.db), await createDevice(server.db, { os_family: 'windows' })];
  expect(await run(linux.id, { script_id: script.id })).toMatchObject({
    status: 409,
    body: { code: 'script_not_for_system', devices: [{ id: linux.id }] },
  });
  expect((await run(windows.id, { script_id: script.id })).status).toBe(201);
  const agent_ids = [linux.id, windows.id];
  const bulk = await server.call('POST /api/jobs/bulk', { body: { agent_ids, script_id: script.id } });
  expect(bulk.body.code).toBe('script_not_for_system');
});

test('409 on an agent that would run it without what it is given', async () => {
  const [device, script] = [await createDevice(server.db, { version: '0.4.9' }), await make()];
  expect(await run(device.id, { script_id: script.id, env: { WHO: 'x' } })).toMatchObject({
    status: 409,
    body: { code: 'agent_too_old', required_version: '0.5.0' },
  });
  expect((await run(device.id, { script_id: (await make({ parameters: [] })).id })).status).toBe(201);
});

test('404 for a script that is not there; without jobs.manage it waits whatever is asked', async () => {
  const [device, script] = [await createDevice(server.db), await make({ parameters: [] })];
  expect(await run(device.id, { script_id: crypto.randomUUID() })).toMatchObject({
    status: 404,
    body: { code: 'script_not_found' },
  });
  const { token } = await createPerson(server.db, { permissions: ['jobs.create', 'jobs.view'] });
  const answer = await run(device.id, { script_id: script.id, require_approval: false }, token);
  expect(answer.body.status).toBe('awaiting_approval');
});

test('a job of its own text takes arguments and variables, and its hash covers them', async () => {
  const device = await createDevice(server.db);
  const job = (fields: object) =>
    server.ok('POST /api/jobs', { body: { agent_id: device.id, shell: 'bash', script: 'echo "$1"', ...fields } });
  const plain = await job({});
  const given = await job({ args: ['x'], env: { B: '2', A: '1' } });
  expect(plain).toMatchObject({ args: [], env: {}, script_id: null });
  expect(given).toMatchObject({ args: ['x'], env: { A: '1', B: '2' } });
  expect(new Set([plain.content_sha256, given.content_sha256]).size).toBe(2);
  expect((await job({ args: ['x'], env: { A: '1', B: '2' } })).content_sha256).toBe(given.content_sha256);
});

test('a batch of a library script is named after it and keeps which it was', async () => {
  const [device, script] = [await createDevice(server.db), await make({ parameters: [] })];
  const made = await server.ok('POST /api/jobs/bulk', { body: { agent_ids: [device.id], script_id: script.id } });
  const { jobs } = await server.ok('GET /api/jobs/batch/:batch_id', {
    params: { batch_id: made.batches[0]?.batch_id ?? '' },
  });
  expect(jobs).toMatchObject([{ description: 'Greet', script_id: script.id, timeout_sec: 90 }]);
  const both = { agent_ids: [device.id], script_id: script.id, shell: 'bash', script: 'true' };
  expect((await server.call('POST /api/jobs/bulk', { body: both })).status).toBe(400);
  expect((await server.call('POST /api/jobs/bulk', { body: { agent_ids: [device.id] } })).status).toBe(400);
});
