/** The server's command line, and jobs whose server ends in the middle. */
import { beforeEach, expect, test } from 'vitest';
import { createDevice, createJob } from '../factories.ts';
import { connectAgent, type SimulatedAgent, simulatedFacts } from '../fleet.ts';
import { spawnServer } from '../server-process.ts';
import { startMortalServer, TOKEN } from './server.ts';

const server = await startMortalServer();
const { db, env } = server;
beforeEach(() => server.start());

const call = (method: string, path: string) =>
  fetch(server.url + path, { method, headers: { authorization: `Bearer ${TOKEN}` } }).then(
    (response) => response.status,
  );
const statusOf = async (id: string) => (await db.sql`select status from jobs where id = ${id}`)[0]?.status;

test('a second server on the port ends with 1 and says so', async () => {
  const second = spawnServer(env);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`cannot listen on ${env.RMM_LISTEN}`);
  expect(await call('GET', '/readyz')).toBe(200);
});

test('exit code 2 for an unknown flag and for a bad variable, which is named', async () => {
  const flag = spawnServer(env, ['--nonsense']);
  const variable = spawnServer({ ...env, RMM_LISTEN: 'nowhere' });
  expect(await Promise.all([flag.ended, variable.ended])).toEqual([2, 2]);
  expect(variable.output()).toContain('RMM_LISTEN');
});

test.each(['-version', '--version'])('%s prints the release', async (flag) => {
  const printed = spawnServer({}, [flag]);
  expect(await printed.ended).toBe(0);
  expect(printed.output().trim()).toMatch(/^\d+\.\d+\.\d+$/);
});

test('SIGTERM tells agents to come back and ends with 0; their rows stay online for the next run', async () => {
  const device = await createDevice(db);
  const agent = await agentOf(device);
  expect(await server.kill('SIGTERM')).toBe(0);
  expect((await agent.closed).code).toBe(1001);
  const [row] = await db.sql`select status from devices where id = ${device.id}`;
  expect(row).toEqual({ status: 'online' });
});

test('a job approved at the moment of a kill -9 runs once after the restart', async () => {
  const device = await createDevice(db);
  const runs: string[] = [];
  const id = await createJob(db, device);
  const first = await agentOf(device, runs);
  expect(await call('POST', `/api/jobs/${id}/approve`)).toBe(200);
  await server.kill('SIGKILL');
  await first.closed;
  await server.start();
  await agentOf(device, runs);
  await expect.poll(() => statusOf(id)).toBe('completed');
  expect(new Set(runs)).toEqual(new Set([id]));
}, 60_000);

test('a job whose row says dispatched but whose event was lost is delivered at the next hello', async () => {
  const device = await createDevice(db);
  const id = await createJob(db, device, { status: 'dispatched' });
  await server.kill('SIGKILL');
  await server.start();
  await agentOf(device);
  await expect.poll(() => statusOf(id)).toBe('completed');
}, 60_000);

test('a result that the killed server never acknowledged is sent again and counts once', async () => {
  const device = await createDevice(db);
  const id = await createJob(db, device, { status: 'running' });
  const result = {
    t: 'job.result',
    id: `${id}:result`,
    job_id: id,
    outcome: 'exited',
    exit_code: 0,
    stdout: 'done\n',
    output_truncated: false,
    error: null,
    started_at: null,
    finished_at: '2026-11-20T10:00:00.000Z',
  } as const;
  const first = await agentOf(device);
  first.send(result);
  await server.kill('SIGKILL');
  await server.start();
  const second = await agentOf(device);
  second.send(result);
  await second.next('ack');
  expect(await statusOf(id)).toBe('completed');
  expect(await db.sql`select 1 from audit_entries where action = 'job.result' and target_id = ${id}`).toHaveLength(1);
}, 60_000);

function agentOf(made: { credential: string; hostname: string }, runs: string[] = []): Promise<SimulatedAgent> {
  const device = { credential: made.credential, facts: simulatedFacts(made.hostname) };
  const run = ({ job_id }: { job_id: string }) => {
    runs.push(job_id);
    return {};
  };
  return connectAgent({ url: `${server.url.replace('http', 'ws')}/ws/agent`, device, run });
}
