/** Script checks and remediations: what is approved by a save, and what is never shown. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionKeys } from '../../../schema/permissions.ts';
import { createDevice, createPerson, createPlace, type MadeDevice } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let device: MadeDevice;
let library: string;
let other: string;
beforeAll(async () => {
  server = await startServer();
  device = await createDevice(server.db, await createPlace(server.db));
  const parameters = [
    { name: 'TOKEN', type: 'secret', required: true },
    { name: 'LEVEL', type: 'text' },
  ];
  const script = async (name: string) =>
    (await server.ok('POST /api/scripts', { body: { name, shell: 'sh', body: 'true', parameters } })).id;
  library = await script('Reads a token');
  other = (await server.ok('POST /api/scripts', { body: { name: 'Shows a token', shell: 'sh', body: 'env' } })).id;
});
afterAll(() => server.stop());

const scriptCheck = (config: object, more: object = {}) => ({
  ...{ type: 'script', name: 'Script', agent_id: device.id, config },
  ...more,
});
const create = (body: object, token?: string) => server.call('POST /api/checks', { token, body });
const update = (id: string, body: object, token?: string) =>
  server.call('PUT /api/checks/:id', { token, params: { id }, body });
const env = { TOKEN: 'top-secret', LEVEL: 'high' };

test('a save with jobs.manage approves a script and a remediation, one without makes them wait', async () => {
  const program = { shell: 'sh', script: 'true' };
  const { body: made } = await create(scriptCheck(program, { remediation: program }));
  expect(made).toMatchObject({ approval: 'approved', remediation_approval: 'approved' });
  const { token } = await createPerson(server.db, { permissions: ['checks.view', 'checks.manage'] });
  const { body: changed } = await update(made.id, { config: { shell: 'sh', script: 'false' } }, token);
  expect(changed.approval).toBe('waiting');
  const { body: mine } = await create(scriptCheck(program), token);
  expect(mine).toMatchObject({ approval: 'waiting', remediation_approval: null });
  const renamed = await update(mine.id, { name: 'Renamed' });
  expect(renamed.body.approval).toBe('waiting');
  const whole = { config: program, interval_sec: 60, timeout_sec: 180 };
  expect((await update(mine.id, whole)).body.approval).toBe('approved');
});

test('a remediation that is taken away takes its approval along, and a check that is deleted both', async () => {
  const program = { shell: 'sh', script: 'true' };
  const { body: made } = await create(scriptCheck(program, { remediation: program }));
  const { body: without } = await update(made.id, { remediation: null });
  expect(without).toMatchObject({ remediation: null, remediation_approval: null, approval: 'approved' });
  await server.ok('DELETE /api/checks/:id', { params: { id: made.id } });
  expect(await server.db.sql`select 1 from standing_approvals where subject_id = ${made.id}`).toEqual([]);
});

test('values of secret parameters are shown to nobody, wherever a check is read, and stay when null comes back', async () => {
  const { body: made } = await create(
    scriptCheck({ script_id: library, env }, { remediation: { script_id: library, env } }),
  );
  const shown = { TOKEN: null, LEVEL: 'high' };
  expect(made).toMatchObject({ config: { env: shown }, remediation: { env: shown } });
  const params = { id: device.id };
  const everywhere = JSON.stringify([
    await server.ok('GET /api/checks'),
    await server.ok('GET /api/checks/:id', { params: { id: made.id } }),
    await server.ok('GET /api/devices/:id/checks', { params }),
  ]);
  expect(everywhere).not.toContain('top-secret');
  const back = { config: { ...made.config, env: { TOKEN: null, LEVEL: 'low' } }, remediation: made.remediation };
  const { status, body } = await update(made.id, back);
  expect({ status, env: body.config.env }).toEqual({ status: 200, env: { TOKEN: null, LEVEL: 'low' } });
  const [row] = await server.db.sql`
    select config -> 'env' as config, remediation -> 'env' as remediation from checks where id = ${made.id}`;
  expect(row).toEqual({ config: { TOKEN: 'top-secret', LEVEL: 'low' }, remediation: env });
});

test('400 secret_required when a secret would go to another script, or was never kept', async () => {
  const { body: made } = await create(scriptCheck({ script_id: library, env }));
  for (const config of [
    { script_id: other, env: { TOKEN: null } },
    { shell: 'sh', script: 'env', env: { TOKEN: null } },
    { script_id: library, env: { TOKEN: 'x', OTHER: null } },
    { script_id: library, env: { TOKEN: 'x', toString: null } },
  ])
    expect(await update(made.id, { config }), JSON.stringify(config)).toMatchObject({
      status: 400,
      body: { code: 'secret_required' },
    });
  expect(await update(made.id, { remediation: { script_id: library, env: { TOKEN: null } } })).toMatchObject({
    status: 400,
    body: { code: 'secret_required', issues: [{ path: 'remediation.env.TOKEN' }] },
  });
});

test('lists leave the texts of scripts out, which may be large, and the check itself has them', async () => {
  const program = { shell: 'sh', script: `echo ${'long '.repeat(1000)}` };
  const { body: made } = await create(scriptCheck(program, { remediation: program }));
  expect(made).toMatchObject({ config: { script: program.script }, remediation: { script: program.script } });
  const lists = JSON.stringify([
    await server.ok('GET /api/checks'),
    await server.ok('GET /api/devices/:id/checks', { params: { id: device.id } }),
  ]);
  expect(lists).toContain(made.id);
  expect(lists).not.toContain('long long');
});

test('400 for a parameter that is missing or of another type', async () => {
  expect(await create(scriptCheck({ script_id: library, env: {} }))).toMatchObject({
    status: 400,
    body: { code: 'invalid_parameter' },
  });
  expect(await create(scriptCheck({ script_id: library, env: { TOKEN: null } }))).toMatchObject({ status: 400 });
});

test('a script that a check names is not deleted', async () => {
  const { body: script } = await server.call('POST /api/scripts', {
    body: { name: 'Held', shell: 'sh', body: 'true' },
  });
  const { body: made } = await create(scriptCheck({ script_id: script.id }));
  expect((await server.call('DELETE /api/scripts/:id', { params: { id: script.id } })).status).toBe(409);
  await server.ok('DELETE /api/checks/:id', { params: { id: made.id } });
  expect((await server.call('DELETE /api/scripts/:id', { params: { id: script.id } })).status).toBe(204);
});

test.each([
  ['restarts a service', 'service', { name: 'reboot.target', restart_if_stopped: true }, { name: 'nginx' }],
  ['posts to an address', 'http', { url: 'http://127.0.0.1/shutdown', method: 'POST' }, { url: 'http://127.0.0.1/' }],
])(
  'a check that %s is saved, and reaches further, by somebody with jobs.manage alone',
  async (_, type, acts, looks) => {
    const editor = await createPerson(server.db, {
      permissions: permissionKeys.filter((key) => key !== 'jobs.manage'),
    });
    const policy = (await server.ok('POST /api/policies', { body: { name: 'Acting' } })).id;
    const check = { type, name: 'Acts', policy_id: policy, config: acts };
    const refused = { status: 403, body: { code: 'jobs_manage_required' } };
    expect(await create(check, editor.token)).toMatchObject(refused);
    const { body: harmless } = await create({ ...check, config: looks }, editor.token);
    expect(await update(harmless.id, { config: acts }, editor.token)).toMatchObject(refused);
    const { status, body: made } = await create(check);
    expect(status).toBe(201);
    expect(await update(made.id, { interval_sec: 10 }, editor.token)).toMatchObject(refused);
    const assign = (token?: string) =>
      server.call('POST /api/policies/:id/assignments', {
        ...{ token, params: { id: policy }, body: { scope_type: 'agent', scope_id: device.id } },
      });
    expect(await assign(editor.token)).toMatchObject(refused);
    expect((await assign()).status).toBe(201);
    expect((await update(made.id, { config: looks, interval_sec: 10 }, editor.token)).status).toBe(200);
  },
);
