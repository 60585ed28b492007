import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JOB_SCRIPT_MAX_BYTES } from '../../../schema/shell.ts';
import { recordEvents } from '../../events.ts';
import { createApiToken, createDevice, createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let liberal: TestServer;
beforeAll(async () => {
  [server, liberal] = await Promise.all([startServer(), startServer({ RMM_ALLOW_UNAPPROVED_JOBS: 'true' })]);
});
afterAll(() => Promise.all([server.stop(), liberal.stop()]));

const unknown = '018f0000-0000-7000-8000-000000000000';
const auditOf = (of: TestServer, id: string) =>
  of.db.sql`select action, target_kind, target_name, details from audit_entries where target_id = ${id} order by id`;

test('a proposal waits, says who made it and through what, where the device is and what to look at', async () => {
  const place = await createPlace(server.db);
  const device = await createDevice(server.db, { ...place, hostname: 'kes-wms-db1' });
  const person = await createPerson(server.db, { role: 'tech' });
  const body = { agent_id: device.id, shell: 'bash', script: 'cd /tmp\nrm -f x', description: '  Clean up  ' };
  const job = await server.ok('POST /api/jobs', { token: person.token, body });
  expect(job).toMatchObject({
    agent_id: device.id,
    agent_hostname: 'kes-wms-db1',
    client_id: place.client_id,
    shell: 'bash',
    script: 'cd /tmp\nrm -f x',
    description: 'Clean up',
    require_approval: true,
    status: 'awaiting_approval',
    timeout_sec: 3600,
    source: 'console',
    proposed_by: { kind: 'user', id: person.id, name: person.username, client_host: null, on_behalf_of: null },
    approved_by: null,
    risk_hints: [{ kind: 'deletes', line: 2 }],
    decided_at: null,
    stdout: '',
  });
  expect(await auditOf(server, job.id)).toEqual([
    {
      action: 'job.propose',
      target_kind: 'job',
      target_name: 'Clean up',
      details: { device: 'kes-wms-db1', shell: 'bash', source: 'console' },
    },
  ]);
  expect(await server.ok('GET /api/jobs/:id', { params: { id: job.id } })).toEqual(job);
});

test('a token proposes through the API, and names the user it works for', async () => {
  const device = await createDevice(server.db);
  const person = await createPerson(server.db);
  const { id, token } = await createApiToken(server.db, { userId: person.id });
  const body = { agent_id: device.id, shell: 'sh', script: 'true' };
  const job = await server.ok('POST /api/jobs', { token, body });
  expect(job).toMatchObject({ source: 'api', proposed_by: { kind: 'api_token', id, on_behalf_of: person.username } });
});

test('the same script is stored once, however many jobs run it', async () => {
  const device = await createDevice(server.db);
  const body = { agent_id: device.id, shell: 'bash', script: 'echo stored once' };
  const jobs = [await server.ok('POST /api/jobs', { body }), await server.ok('POST /api/jobs', { body })];
  expect(jobs[0]?.content_sha256).toBe(jobs[1]?.content_sha256);
  const rows = await server.db.sql`select sha256 from job_contents where script = 'echo stored once'`;
  expect(rows).toEqual([{ sha256: jobs[0]?.content_sha256 }]);
  const other = await server.ok('POST /api/jobs', { body: { ...body, shell: 'sh' } });
  expect(other.content_sha256).not.toBe(jobs[0]?.content_sha256);
});

describe('without approval', () => {
  const body = (agent_id: string) => ({ agent_id, shell: 'bash', script: 'true', require_approval: false });

  test('goes out at once where the server allows it and the caller holds jobs.manage', async () => {
    const device = await createDevice(liberal.db);
    const events = recordEvents(liberal);
    const job = await liberal.ok('POST /api/jobs', { body: body(device.id) });
    expect(job).toMatchObject({ status: 'dispatched', require_approval: false, approved_by: null });
    expect(job.decided_at).not.toBeNull();
    expect(events.take('jobs.deliverable')).toEqual([{ type: 'jobs.deliverable', deviceIds: [device.id] }]);
    expect(await auditOf(liberal, job.id)).toMatchObject([
      { action: 'job.dispatch_unapproved', details: { device: device.hostname, shell: 'bash' } },
    ]);
  });

  test('waits all the same where the server does not allow it', async () => {
    const device = await createDevice(server.db);
    const job = await server.ok('POST /api/jobs', { body: body(device.id) });
    expect(job).toMatchObject({ status: 'awaiting_approval', require_approval: true });
  });

  test('waits all the same when the caller only holds jobs.create', async () => {
    const device = await createDevice(liberal.db);
    const { token } = await createPerson(liberal.db, { permissions: ['jobs.create'] });
    const events = recordEvents(liberal);
    const job = await liberal.ok('POST /api/jobs', { token, body: body(device.id) });
    expect(job).toMatchObject({ status: 'awaiting_approval', require_approval: true });
    expect(events.take('jobs.deliverable')).toEqual([]);
  });
});

describe('python', () => {
  test.each(['0.4.9', '0.5.0', '1.0.0'])('is proposed for agent %s', async (version) => {
    const device = await createDevice(server.db, { version });
    const body = { agent_id: device.id, shell: 'python', script: 'print(1)' };
    expect((await server.ok('POST /api/jobs', { body })).status).toBe('awaiting_approval');
  });

  test.each(['0.4.8', '', 'dev', '0.4.9-rc.1'])('409 naming the version to install for agent "%s"', async (version) => {
    const device = await createDevice(server.db, { version, hostname: 'too-old' });
    const answer = await server.call('POST /api/jobs', {
      body: { agent_id: device.id, shell: 'python', script: 'print(1)' },
    });
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'agent_too_old',
        required_version: '0.4.9',
        devices: [{ id: device.id, hostname: 'too-old', version }],
      },
    });
    expect(answer.body.error).toContain('0.4.9');
    expect(answer.body.error).toContain('too-old');
    expect(await server.db.sql`select 1 from jobs where agent_id = ${device.id}`).toHaveLength(0);
  });

  test('any version runs the other shells', async () => {
    const device = await createDevice(server.db, { version: '' });
    const body = { agent_id: device.id, shell: 'bash', script: 'true' };
    expect((await server.call('POST /api/jobs', { body })).status).toBe(201);
  });
});

describe('refusals', () => {
  test('404 for an unknown device, 403 for one outside the scope, and nothing is written', async () => {
    const [mine, other] = [await createPlace(server.db), await createDevice(server.db, await createPlace(server.db))];
    const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: mine.client_id }] });
    const body = { shell: 'bash', script: 'true' };
    expect(await server.call('POST /api/jobs', { body: { ...body, agent_id: unknown } })).toMatchObject({
      status: 404,
      body: { code: 'device_not_found' },
    });
    expect(await server.call('POST /api/jobs', { token, body: { ...body, agent_id: other.id } })).toMatchObject({
      status: 403,
      body: { code: 'out_of_scope' },
    });
    expect(await server.db.sql`select 1 from jobs where agent_id in (${unknown}, ${other.id})`).toHaveLength(0);
  });

  test('a device outside the scope is refused before its agent is looked at, which an answer would tell of', async () => {
    const mine = await createPlace(server.db);
    const other = await createDevice(server.db, {
      ...(await createPlace(server.db)),
      version: '0.4.8',
      hostname: 'theirs',
    });
    const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: mine.client_id }] });
    const body = { agent_id: other.id, shell: 'python', script: 'print()' };
    const answer = await server.call('POST /api/jobs', { token, body });
    expect(answer).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
    expect(JSON.stringify(answer.body)).not.toMatch(/theirs|0\.4\.8/);
  });

  test('400 for what no job can be', async () => {
    const device = await createDevice(server.db);
    const good = { agent_id: device.id, shell: 'bash', script: 'true' };
    const bad = [
      { ...good, shell: 'zsh' },
      { ...good, script: '' },
      { ...good, script: 'a\0b' },
      { ...good, script: '\ud800' },
      { ...good, script: 'é'.repeat(JOB_SCRIPT_MAX_BYTES / 2 + 1) },
      { ...good, timeout_sec: 9 },
      { ...good, timeout_sec: 86_401 },
      { ...good, timeout_sec: 10.5 },
      { ...good, agent_id: 'x' },
      { ...good, description: 'x'.repeat(501) },
      { ...good, require_approval: 'false' },
      { ...good, source: 'mcp' },
      { ...good, status: 'dispatched' },
    ];
    for (const body of bad) expect((await server.call('POST /api/jobs', { body })).status).toBe(400);
  });

  test('a script of exactly 256 KiB is taken', async () => {
    const device = await createDevice(server.db);
    const script = '€'
      .repeat(Math.floor(JOB_SCRIPT_MAX_BYTES / 3))
      .padEnd(JOB_SCRIPT_MAX_BYTES - 2 * Math.floor(JOB_SCRIPT_MAX_BYTES / 3), 'x');
    expect(Buffer.byteLength(script)).toBe(JOB_SCRIPT_MAX_BYTES);
    const job = await server.ok('POST /api/jobs', { body: { agent_id: device.id, shell: 'bash', script } });
    expect((await server.ok('GET /api/jobs/:id', { params: { id: job.id } })).script).toBe(script);
  });
});
