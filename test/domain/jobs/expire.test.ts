import { afterAll, beforeAll, expect, test } from 'vitest';
import { DELIVER_WITHIN_MS, expireUndelivered } from '../../../domain/jobs/expire.ts';
import { createContext } from '../../context.ts';
import { createDevice, createJob } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const DAY_MS = 24 * 3600 * 1000;
const job = async (id: string) =>
  (await server.db.sql`select status, finished_at is not null as finished, error from jobs where id = ${id}`)[0];

test('an approved job that nobody fetches for seven days expires, counted from its approval', async () => {
  const { ctx, events } = createContext(server);
  const device = await createDevice(server.db);
  const id = await createJob(server.db, device, { description: 'Old' });
  await server.db.sql`update jobs set created_at = now() - interval '30 days' where id = ${id}`;
  await server.ok('POST /api/jobs/:id/approve', { params: { id } });
  server.clock.offsetMs = DELIVER_WITHIN_MS - 60_000;
  expect(await expireUndelivered(ctx)).toBe(0);
  server.clock.offsetMs = DELIVER_WITHIN_MS + 60_000;
  expect(await expireUndelivered(ctx)).toBe(1);
  expect(await expireUndelivered(ctx)).toBe(0);
  server.clock.offsetMs = 0;
  expect(await job(id)).toMatchObject({
    status: 'expired',
    finished: true,
    error: expect.stringContaining('seven days'),
  });
  expect(
    await server.db
      .sql`select action, actor_kind, details from audit_entries where target_id = ${id} and action = 'job.expire'`,
  ).toEqual([{ action: 'job.expire', actor_kind: 'system', details: { device: device.hostname } }]);
  expect(events.filter(({ type }) => type === 'changed').length).toBeGreaterThan(0);
});

test('a clock that jumps a day ahead expires nothing that was approved today (ATTACKS.md 53)', async () => {
  const { ctx } = createContext(server);
  const id = await createJob(server.db, await createDevice(server.db));
  await server.ok('POST /api/jobs/:id/approve', { params: { id } });
  server.clock.offsetMs = DAY_MS;
  expect(await expireUndelivered(ctx)).toBe(0);
  server.clock.offsetMs = 0;
  expect(await job(id)).toMatchObject({ status: 'dispatched' });
});

test('more than one chunk at once, by two sweeps at once: each job once', async () => {
  const { ctx } = createContext(server);
  const device = await createDevice(server.db);
  const first = await createJob(server.db, device, { status: 'dispatched' });
  await server.db.sql`update jobs set decided_at = now() - interval '8 days' where id = ${first}`;
  await server.db.sql`
    insert into jobs (agent_id, agent_hostname, shell, content_sha256, timeout_sec, source, status, proposed_by, decided_at)
    select agent_id, agent_hostname, shell, content_sha256, timeout_sec, source, status, proposed_by, decided_at
    from jobs, generate_series(1, 2499) where id = ${first}`;
  const expired = await Promise.all([expireUndelivered(ctx), expireUndelivered(ctx)]);
  expect(expired[0] + expired[1]).toBe(2500);
  const [audited] = await server.db.sql`
    select count(*) as count from audit_entries where action = 'job.expire' and details ->> 'device' = ${device.hostname}`;
  expect(audited?.count).toBe(2500);
});
