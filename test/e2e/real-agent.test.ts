/** The agent's own binary on this machine against a server in a process of its own: what an operator would see. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildAgent, hostTarget } from '../../agent/build.ts';
import { createDatabase, type TestDatabase } from '../database.ts';
import { type Call, createCall } from '../demo/api.ts';
import { freePort, type ServerProcess, startServerProcess } from '../server-process.ts';

const TOKEN = 'e2e-bootstrap-token';
const WAIT = { timeout: 40_000, interval: 50 };
/** An agent whose server was away waits up to a minute between two tries. */
const RETURN = { ...WAIT, timeout: 100_000 };
let db: TestDatabase;
let server: ServerProcess;
let env: Record<string, string>;
let call: Call;
let binary: string;
let stateDir: string;
let agent: ChildProcess | undefined;
let deviceId: string;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-e2e-'));
  stateDir = join(folder, 'agent');
  const target = hostTarget();
  if (!target) throw new Error('the agent cannot be built for this machine');
  binary = await buildAgent({ target, out: folder, version: '0.5.0' });
  db = await createDatabase();
  env = {
    RMM_LISTEN: `127.0.0.1:${await freePort()}`,
    RMM_DATA_DIR: join(folder, 'data'),
    RMM_DATABASE_URL: db.url,
    RMM_MIGRATE_DATABASE_URL: db.ownerUrl,
    RMM_ADMIN_TOKEN: TOKEN,
  };
  server = await startServerProcess(env);
  call = createCall(server.url, TOKEN);
}, 120_000);

afterAll(async () => {
  if (agent) await end(agent, 'SIGTERM');
  await server.kill('SIGTERM');
  await db.drop();
});

function startAgent(...args: string[]): ChildProcess {
  const at = `${server.url.replace('http', 'ws')}/ws/agent`;
  const stderr = process.env.TEST_LOG === '1' ? 'inherit' : 'ignore';
  return spawn(binary, ['-server', at, '-state-dir', stateDir, ...args], { stdio: ['ignore', 'ignore', stderr] });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

const status = async () => (await call('GET /api/devices/:id', { params: { id: deviceId } })).status;
const isNow = (expected: 'online' | 'offline') => vi.waitFor(async () => expect(await status()).toBe(expected), WAIT);
const job = (id: string) => call('GET /api/jobs/:id', { params: { id } });
const becomes = (id: string, expected: object, within = WAIT) =>
  vi.waitFor(async () => expect(await job(id)).toMatchObject(expected), within);

async function approved(script: string, shell = 'bash'): Promise<string> {
  const { id } = await call('POST /api/jobs', { body: { agent_id: deviceId, shell, script } });
  await call('POST /api/jobs/:id/approve', { params: { id }, body: {} });
  return id;
}

test('it enrolls once, comes online and sends what it is', { timeout: 60_000 }, async () => {
  const { token } = await call('POST /api/enroll-tokens', { body: { description: 'e2e' } });
  const enrolling = startAgent('-enroll-token', token, '-enroll-only');
  expect((await once(enrolling, 'exit'))[0]).toBe(0);
  const { devices } = await call('GET /api/devices');
  expect(devices).toHaveLength(1);
  deviceId = devices[0]?.id ?? '';
  agent = startAgent();
  await isNow('online');
  const inventory = await vi.waitFor(async () => {
    const found = await call('GET /api/devices/:id/inventory', { params: { id: deviceId } });
    expect(found.software?.length).toBeGreaterThan(10);
    return found;
  }, WAIT);
  expect(inventory.memory_bytes).toBeGreaterThan(1024 ** 3);
});

test('an approved script runs, its output streams, and exit code and times are kept', async () => {
  const go = join(stateDir, 'go');
  const id = await approved(`echo first; sleep 2; until [ -e ${go} ]; do sleep 0.1; done; echo second >&2; exit 3`);
  await vi.waitFor(async () => {
    const part = await call('GET /api/jobs/:id/output', { params: { id }, query: { from: '0' } });
    expect(part).toMatchObject({ text: 'first\n', done: false });
  }, WAIT);
  writeFileSync(go, '');
  await becomes(id, { status: 'failed', exit_code: 3, stdout: 'first\nsecond\n' });
  const { started_at, finished_at } = await job(id);
  expect(Date.parse(finished_at ?? '') - Date.parse(started_at ?? '')).toBeGreaterThan(1500);
});

test.each([
  ['sh', 'echo from sh', 0],
  // A machine without the interpreter answers 127, as SPEC.md has it.
  [
    'python',
    'import sys; print("from python"); sys.exit(4)',
    spawnSync('python3', ['--version']).status === 0 ? 4 : 127,
  ],
  ['cmd', 'echo x', 127],
])('%s answers with its exit code', async (shell, script, exit_code) => {
  await becomes(await approved(script, shell), { exit_code });
});

test('a cancelled job ends with its children', async () => {
  const id = await approved('sleep 300 & sleep 300');
  await becomes(id, { status: 'running' });
  await call('POST /api/jobs/:id/cancel', { params: { id }, body: {} });
  await becomes(id, { status: 'cancelled' });
});

test('the server is killed while a job runs: the job goes on and its result arrives after the restart', {
  timeout: 180_000,
}, async () => {
  const id = await approved('echo before; sleep 3; echo after');
  await becomes(id, { status: 'running' });
  await server.kill('SIGKILL');
  server = await startServerProcess(env);
  await becomes(id, { status: 'completed', stdout: 'before\nafter\n' }, RETURN);
});

test('the agent is killed while a job runs: the job is failed as interrupted, and is not run again', {
  timeout: 90_000,
}, async () => {
  const runs = join(stateDir, 'runs');
  const id = await approved(`echo run >> ${runs}; sleep 60`);
  await becomes(id, { status: 'running' });
  await vi.waitFor(() => expect(readFileSync(runs, 'utf8')).toBe('run\n'), WAIT);
  if (agent) await end(agent, 'SIGKILL');
  agent = startAgent();
  await becomes(id, { status: 'failed', exit_code: null });
  const count = await approved(`wc -l < ${runs}`);
  await becomes(count, { status: 'completed', stdout: '1\n' });
});

test('work approved while the agent is away runs when it is back', async () => {
  if (agent) await end(agent, 'SIGTERM');
  await isNow('offline');
  const id = await approved('echo late');
  expect((await job(id)).status).toBe('dispatched');
  agent = startAgent();
  await becomes(id, { status: 'completed', stdout: 'late\n' });
});

test('checks take readings of the machine, and its health comes by itself', { timeout: 90_000 }, async () => {
  const check = async (type: string, config: object, more: object = {}) =>
    (
      await call('POST /api/checks', {
        body: { type, name: type, config, agent_id: deviceId, interval_sec: 10, ...more },
      })
    ).id;
  const ids = await Promise.all([
    check('diskspace', { mount: 'all' }, { warn_threshold: 0, err_threshold: 100 }),
    check('tcp', { host: '127.0.0.1', port: 1 }),
    check('script', { shell: 'sh', script: 'echo value=7' }),
  ]);
  const results = (id: string) =>
    call('GET /api/checks/:id/results', { params: { id }, query: { agent_id: deviceId } });
  const says = (id: string, expected: object) =>
    vi.waitFor(
      async () => expect(await results(id)).toHaveProperty('results.0', expect.objectContaining(expected)),
      WAIT,
    );
  const [disk = '', port = '', script = ''] = ids;
  await says(disk, { status: 'warning', value: expect.any(Number), output: expect.stringContaining('% full') });
  await says(port, { status: 'error', value: null, output: '127.0.0.1:1: The connection was refused.' });
  await says(script, { status: 'ok', value: 7, output: 'Exit code 0.' });
  await vi.waitFor(async () => {
    const { samples } = await call('GET /api/devices/:id/metrics', { params: { id: deviceId } });
    expect(samples[0]).toMatchObject({ memory_percent: expect.any(Number), disk_percent: expect.any(Number) });
  }, WAIT);
});

test('a revoked device ends with exit code 3 and stays away', async () => {
  const ended = agent ? once(agent, 'exit') : undefined;
  await call('POST /api/devices/:id/revoke', { params: { id: deviceId }, body: {} });
  expect((await ended)?.[0]).toBe(3);
  const again = startAgent();
  expect((await once(again, 'exit'))[0]).toBe(3);
});
