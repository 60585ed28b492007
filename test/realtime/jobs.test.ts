import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { JobResult } from '../../schema/agent.ts';
import { createDevice, createJob, type MadeDevice } from '../factories.ts';
import { type AgentOptions, connectAgent, type SimulatedAgent, simulatedFacts } from '../fleet.ts';
import { startServer, type TestServer } from '../harness.ts';

let server: TestServer;
const open: SimulatedAgent[] = [];
beforeAll(async () => {
  server = await startServer();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((agent) => agent.close()));
});
afterAll(() => server.stop());

async function connect(made: MadeDevice, options: Partial<AgentOptions> = {}): Promise<SimulatedAgent> {
  const device = { credential: made.credential, facts: simulatedFacts(made.hostname) };
  const agent = await connectAgent({ url: `${server.url.replace('http', 'ws')}/ws/agent`, device, ...options });
  open.push(agent);
  return agent;
}

const job = async (id: string) => (await server.db.sql`select * from jobs where id = ${id}`)[0] ?? {};
const becomes = (id: string, expected: object) => expect.poll(() => job(id)).toMatchObject(expected);
/** The pieces of its output that a running job has, as one text. */
const keptOutput = async (id: string) =>
  (
    await server.db.sql`select sum(byte_length)::int as bytes, string_agg(content, '' order by byte_offset) as text
      from job_output where job_id = ${id}`
  )[0];
const tellBus = (deviceId: string) =>
  server.muster.services.publish([{ type: 'jobs.deliverable', deviceIds: [deviceId] }]);

const result = (job_id: string, changes: Partial<JobResult> = {}): JobResult => ({
  t: 'job.result',
  id: `${job_id}:result`,
  job_id,
  outcome: 'exited',
  exit_code: 0,
  stdout: 'done\n',
  output_truncated: false,
  error: null,
  started_at: '2026-11-20T10:00:00.000Z',
  finished_at: '2026-11-20T10:00:01.000Z',
  ...changes,
});

test('a job for a connected device is sent at the hint, runs and completes, and the trail names the agent', async () => {
  const device = await createDevice(server.db);
  await connect(device, { run: () => ({ stdout: 'hello\n' }) });
  const id = await createJob(server.db, device, { status: 'dispatched', script: 'echo hello' });
  tellBus(device.id);
  await becomes(id, { status: 'completed', exit_code: 0, stdout: 'hello\n', outcome: 'exited' });
  const row = await job(id);
  for (const column of ['sent_at', 'accepted_at', 'started_at', 'finished_at']) expect(row[column]).not.toBeNull();
  const trail = await server.db
    .sql`select actor_kind, actor_id, details from audit_entries where action = 'job.result' and target_id = ${id}`;
  expect(trail).toMatchObject([
    {
      actor_kind: 'agent',
      actor_id: device.id,
      details: { exit_code: 0, outcome: 'exited', shell: 'bash', late: false },
    },
  ]);
});

test('a job approved while the device was away is delivered when it comes', async () => {
  const device = await createDevice(server.db);
  const id = await createJob(server.db, device, { status: 'dispatched' });
  await connect(device);
  await becomes(id, { status: 'completed' });
});

test('a job that the agent never acknowledged is sent again over the next connection, and again until it is', async () => {
  const device = await createDevice(server.db);
  const id = await createJob(server.db, device, { status: 'dispatched' });
  for (let i = 0; i < 2; i++) {
    const deaf = await connect(device, { run: false });
    expect((await deaf.next('job.run')).job_id).toBe(id);
    expect(await job(id)).toMatchObject({ status: 'sent', accepted_at: null });
    await deaf.close();
  }
  await connect(device);
  await becomes(id, { status: 'completed' });
});

test('a job that the agent refuses to take is failed with its reason and does not wait for ever', async () => {
  const device = await createDevice(server.db);
  const id = await createJob(server.db, device, { status: 'dispatched' });
  const agent = await connect(device, { run: false });
  const { id: frameId } = await agent.next('job.run');
  agent.send({ t: 'ack', id: frameId, refused: 'the spool is full' });
  await becomes(id, { status: 'failed', outcome: 'refused', error: 'the spool is full' });
});

test('an acknowledged job is not sent again', async () => {
  const device = await createDevice(server.db);
  const id = await createJob(server.db, device, { status: 'dispatched' });
  const agent = await connect(device, { run: false });
  const { id: frameId } = await agent.next('job.run');
  agent.send({ t: 'ack', id: frameId });
  await expect.poll(async () => (await job(id)).accepted_at).not.toBeNull();
  const again = await connect(device, { run: false });
  const other = await createJob(server.db, device, { status: 'dispatched' });
  tellBus(device.id);
  expect((await again.next('job.run')).job_id).toBe(other);
});

test('output is kept by byte offset while the job runs, and the result replaces it', async () => {
  const device = await createDevice(server.db);
  const id = await createJob(server.db, device, { status: 'dispatched' });
  const agent = await connect(device, { run: false });
  await agent.next('job.run');
  agent.send({ t: 'job.started', id: `${id}:started`, job_id: id, started_at: new Date().toISOString() });
  await agent.next('ack', (frame) => frame.id === `${id}:started`);
  expect(await job(id)).toMatchObject({ status: 'running' });
  for (const [offset, text] of [
    [0, 'grüß '],
    [7, 'Gott'],
    [7, 'Gott'],
  ] as const)
    agent.send({ t: 'job.output', job_id: id, offset, text });
  await expect.poll(() => keptOutput(id)).toEqual({ bytes: 11, text: 'grüß Gott' });
  agent.send(result(id, { stdout: 'grüß Gott' }));
  await becomes(id, { status: 'completed', stdout: 'grüß Gott' });
  expect(await server.db.sql`select 1 from job_output where job_id = ${id}`).toEqual([]);
});

test('pieces of output that overlap or lie past the limit are dropped, however they come', async () => {
  const device = await createDevice(server.db);
  const id = await createJob(server.db, device, { status: 'running' });
  const agent = await connect(device, { run: false });
  const sends = (offset: number, text: string) => agent.send({ t: 'job.output', job_id: id, offset, text });
  sends(0, 'abcd');
  sends(1, 'forged');
  sends(10, 'after a gap');
  await expect.poll(() => keptOutput(id)).toEqual({ bytes: 15, text: 'abcdafter a gap' });
  sends(3, 'forged'); // in a batch of its own
  sends(1024 * 1024, 'past the limit');
  sends(Number.MAX_SAFE_INTEGER, 'far past the limit');
  sends(21, '!');
  await expect.poll(() => keptOutput(id)).toEqual({ bytes: 16, text: 'abcdafter a gap!' });
});

test.each([
  [{ outcome: 'exited', exit_code: 3 }, 'failed'],
  [{ outcome: 'timed_out', exit_code: null }, 'failed'],
  [{ outcome: 'interrupted', exit_code: null }, 'failed'],
  [{ outcome: 'no_interpreter', exit_code: 127 }, 'failed'],
  [{ outcome: 'refused', exit_code: null, error: 'the spool is full' }, 'failed'],
  [{ outcome: 'cancelled', exit_code: null }, 'failed'],
] as const)('%o of a running job makes it %s', async (changes, status) => {
  const device = await createDevice(server.db);
  const id = await createJob(server.db, device, { status: 'running' });
  const agent = await connect(device, { run: false });
  agent.send(result(id, changes));
  await agent.next('ack');
  expect(await job(id)).toMatchObject({ status, ...changes });
});

test.each(['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
  'a machine whose clock says %s has its failure among those of today',
  async (time) => {
    const device = await createDevice(server.db);
    const id = await createJob(server.db, device, { status: 'sent' });
    const agent = await connect(device, { run: false });
    agent.send({ t: 'job.started', id: 'started', job_id: id, started_at: time });
    agent.send(result(id, { exit_code: 1, started_at: time, finished_at: time }));
    await agent.next('ack', (frame) => frame.id === `${id}:result`);
    const [row] = await server.db.sql`
    select sent_at <= started_at and started_at <= finished_at and finished_at <= now() as ordered from jobs where id = ${id}`;
    expect(row).toEqual({ ordered: true });
  },
);

test('what a killed agent had sent as pieces is kept as the output of its interrupted job', async () => {
  const device = await createDevice(server.db);
  const id = await createJob(server.db, device, { status: 'running' });
  const agent = await connect(device, { run: false });
  agent.send({ t: 'job.output', job_id: id, offset: 0, text: 'one\n' });
  agent.send({ t: 'job.output', job_id: id, offset: 4, text: 'two\n' });
  await expect.poll(() => keptOutput(id)).toMatchObject({ bytes: 8 });
  agent.send(result(id, { outcome: 'interrupted', exit_code: null, stdout: '', output_truncated: true }));
  await agent.next('ack');
  expect(await job(id)).toMatchObject({ status: 'failed', stdout: 'one\ntwo\n', output_truncated: true });
});

test('a job that was asked to stop is cancelled when the agent confirms, and completed when its result came first', async () => {
  const device = await createDevice(server.db);
  const [stopped, finished] = [
    await createJob(server.db, device, { status: 'cancel_requested' }),
    await createJob(server.db, device, { status: 'cancel_requested' }),
  ];
  const agent = await connect(device, { run: false });
  expect((await agent.next('job.cancel', (frame) => frame.job_id === stopped)).id).toBe(`${stopped}:cancel`);
  agent.send(result(stopped, { outcome: 'cancelled', exit_code: null }));
  agent.send(result(finished));
  await becomes(stopped, { status: 'cancelled' });
  await becomes(finished, { status: 'completed' });
});

test('a result beyond a megabyte is kept up to it, whole characters only, and marked', async () => {
  const device = await createDevice(server.db);
  const id = await createJob(server.db, device, { status: 'running' });
  const agent = await connect(device, { run: false });
  agent.send(result(id, { stdout: '€'.repeat(400_000) }));
  await agent.next('ack');
  const [row] = await server.db.sql`select octet_length(stdout) as bytes, output_truncated from jobs where id = ${id}`;
  expect(row).toEqual({ bytes: 3 * Math.floor((1024 * 1024) / 3), output_truncated: true });
});

test('the same result twice changes nothing and is in the trail once', async () => {
  const device = await createDevice(server.db);
  const id = await createJob(server.db, device, { status: 'running' });
  const agent = await connect(device, { run: false });
  agent.send(result(id));
  await agent.next('ack');
  const again = await connect(device, { run: false });
  again.send(result(id, { exit_code: 9, stdout: 'other' }));
  await again.next('ack');
  expect(await job(id)).toMatchObject({ status: 'completed', exit_code: 0, stdout: 'done\n', late_result: null });
  expect(
    await server.db.sql`select 1 from audit_entries where action = 'job.result' and target_id = ${id}`,
  ).toHaveLength(1);
});

test('a result for a job that a person completed is kept as late and changes no status', async () => {
  const device = await createDevice(server.db);
  const id = await createJob(server.db, device, { status: 'completed' });
  const agent = await connect(device, { run: false });
  agent.send(result(id, { exit_code: 5, stdout: 'late' }));
  await agent.next('ack');
  expect(await job(id)).toMatchObject({
    status: 'completed',
    exit_code: null,
    late_result: { outcome: 'exited', exit_code: 5, stdout: 'late' },
  });
});

test("frames about another device's job change nothing", async () => {
  const [mine, other] = [await createDevice(server.db), await createDevice(server.db)];
  const id = await createJob(server.db, other, { status: 'sent' });
  const agent = await connect(mine, { run: false });
  agent.send({ t: 'job.started', id: 's', job_id: id, started_at: new Date().toISOString() });
  agent.send({ t: 'job.output', job_id: id, offset: 0, text: 'forged' });
  agent.send({ t: 'ack', id: `${id}:run` });
  agent.send(result(id));
  await agent.next('ack', (frame) => frame.id === `${id}:result`);
  expect(await job(id)).toMatchObject({ status: 'sent', accepted_at: null, stdout: '' });
  expect(await server.db.sql`select 1 from job_output where job_id = ${id}`).toEqual([]);
});

test('frames of a replaced connection are ignored', async () => {
  const device = await createDevice(server.db);
  const id = await createJob(server.db, device, { status: 'running' });
  const old = await connect(device, { run: false });
  const current = await connect(device, { run: false });
  old.send(result(id, { exit_code: 1 }));
  await old.closed;
  current.send(result(id));
  await current.next('ack');
  expect(await job(id)).toMatchObject({ status: 'completed', exit_code: 0 });
});

test('a revoked device is told and its socket closed', async () => {
  const device = await createDevice(server.db);
  const agent = await connect(device);
  server.muster.services.publish([{ type: 'devices.revoked', deviceIds: [device.id], reason: 'revoked' }]);
  expect(await agent.next('revoked')).toMatchObject({ reason: 'revoked' });
  expect((await agent.closed).code).toBe(4003);
});
