import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevice, createJob, createPlace, type MadeDevice } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const ids = async (query: Record<string, string | number>) =>
  (await server.ok('GET /api/jobs', { query })).jobs.map(({ id }) => id);
const createJobs = async (device: MadeDevice, count: number) => {
  const made: string[] = [];
  for (let i = 0; i < count; i++) made.push(await createJob(server.db, device));
  return made;
};

test('pages are walked newest first, each job once, also where many have the same time', async () => {
  const device = await createDevice(server.db);
  const made = await createJobs(device, 7);
  await server.db.sql`update jobs set created_at = '2026-01-01T00:00:00Z' where id = any(${made.slice(0, 4)}::uuid[])`;
  const walked: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { agent_id: device.id, limit: 3, ...(cursor && { cursor }) };
    const page = await server.ok('GET /api/jobs', { query });
    walked.push(...page.jobs.map(({ id }) => id));
    cursor = page.next_cursor;
    expect(page.jobs.length).toBe(cursor ? 3 : 1);
  } while (cursor);
  expect(walked).toEqual([...made.slice(4).toReversed(), ...made.slice(0, 4).toReversed()]);
});

test('there is no cursor behind a last page that is full', async () => {
  const device = await createDevice(server.db);
  await createJobs(device, 2);
  const page = await server.ok('GET /api/jobs', { query: { agent_id: device.id, limit: 2 } });
  expect(page.jobs).toHaveLength(2);
  expect(page).not.toHaveProperty('next_cursor');
});

test('filters by device, batch, company, no company, and one or several states', async () => {
  const place = await createPlace(server.db);
  const [a, b] = [await createDevice(server.db, place), await createDevice(server.db)];
  const batchId = randomUUID();
  const waiting = await createJob(server.db, a, { batchId });
  const failed = await createJob(server.db, a, { status: 'failed' });
  const homeless = await createJob(server.db, b, { status: 'completed' });
  expect(await ids({ agent_id: a.id })).toEqual([failed, waiting]);
  expect(await ids({ batch_id: batchId })).toEqual([waiting]);
  expect(await ids({ client_id: place.client_id })).toEqual([failed, waiting]);
  expect(await ids({ client_id: place.client_id, status: 'failed' })).toEqual([failed]);
  expect(await ids({ agent_id: a.id, status: 'awaiting_approval,failed' })).toEqual([failed, waiting]);
  expect(await ids({ agent_id: a.id, status: 'failed,failed' })).toEqual([failed]);
  expect(await ids({ client_id: 'none', agent_id: b.id })).toEqual([homeless]);
  expect(await ids({ client_id: 'none' })).not.toContain(failed);
});

test('a list leaves out script and output', async () => {
  const device = await createDevice(server.db);
  await createJob(server.db, device, { script: 'echo a-secret-of-the-script' });
  const { jobs } = await server.ok('GET /api/jobs', { query: { agent_id: device.id } });
  expect(jobs[0]).not.toHaveProperty('script');
  expect(jobs[0]).not.toHaveProperty('stdout');
  expect(JSON.stringify(jobs)).not.toContain('a-secret-of-the-script');
});

const forged = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');
test.each<Record<string, string>>([
  { cursor: 'x' },
  { cursor: forged(['2026-01-01T00:00:00.000Z']) },
  { cursor: forged(['0000-01-01T00:00:00.000Z', randomUUID()]) },
  { cursor: forged(['2026-01-01T00:00:00.000Z', "' or true --"]) },
  { limit: '0' },
  { limit: '1001' },
  { status: 'done' },
  { status: '' },
  { status: 'failed,' },
  { agent_id: 'x' },
  { client_id: 'nobody' },
  { offset: '1' },
])('400 for %j', async (query) => {
  expect((await server.call('GET /api/jobs', { query })).status).toBe(400);
});
