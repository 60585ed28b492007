import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordEvents } from '../../events.ts';
import { createDevice, createJob, createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const APPROVE = 'POST /api/jobs/batch/:batch_id/approve';
const REJECT = 'POST /api/jobs/batch/:batch_id/reject';
const READ = 'GET /api/jobs/batch/:batch_id';

/** A batch over two places: two jobs wait in the first, one in the second, and one of the first was already rejected. */
async function createBatch() {
  const [mine, other] = [await createPlace(server.db), await createPlace(server.db)];
  const batchId = randomUUID();
  const devices = [
    await createDevice(server.db, mine),
    await createDevice(server.db, mine),
    await createDevice(server.db, other),
  ];
  const jobs = await Promise.all(
    devices.map((device) => createJob(server.db, device, { batchId, description: 'Batch' })),
  );
  const done = await createJob(server.db, await createDevice(server.db, mine), { batchId, status: 'rejected' });
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: mine.client_id }] });
  return { batchId, params: { batch_id: batchId }, devices, jobs, done, mine, other, token };
}
const states = async (batchId: string) =>
  (
    await server.db
      .sql`select status, count(*) as count from jobs where batch_id = ${batchId} group by status order by status`
  ).map(({ status, count }) => `${count} ${status}`);

test('approving takes every waiting job, tells their devices once and leaves one audit entry', async () => {
  const { batchId, params, devices } = await createBatch();
  const events = recordEvents(server);
  const body = { reason: 'Agreed on the phone', confirm_count: 3 };
  expect(await server.ok(APPROVE, { params, body })).toEqual({ approved: 3, skipped: 1 });
  const told = events.take('jobs.deliverable');
  expect(told).toHaveLength(1);
  expect(told[0]?.deviceIds.toSorted()).toEqual(devices.map(({ id }) => id).toSorted());
  expect(await states(batchId)).toEqual(['3 dispatched', '1 rejected']);
  const trail = await server.db.sql`select action, details from audit_entries where target_id = ${batchId}`;
  expect(trail).toMatchObject([
    { action: 'job.batch.approve', details: { jobs: 3, proposed_by: 'test', reason: 'Agreed on the phone' } },
  ]);
  const { jobs } = await server.ok(READ, { params });
  expect(jobs.find(({ status }) => status === 'dispatched')).toMatchObject({
    decision_reason: 'Agreed on the phone',
    approved_by: { kind: 'bootstrap' },
  });

  expect(await server.ok(APPROVE, { params })).toEqual({ approved: 0, skipped: 4 });
  expect(events.take('jobs.deliverable')).toEqual([]);
  expect(await server.db.sql`select 1 from audit_entries where target_id = ${batchId}`).toHaveLength(1);
});

test('rejecting likewise, and nothing is delivered', async () => {
  const { batchId, params } = await createBatch();
  const events = recordEvents(server);
  expect(await server.ok(REJECT, { params, body: { reason: 'No' } })).toEqual({ rejected: 3, skipped: 1 });
  expect(events.take('jobs.deliverable')).toEqual([]);
  expect(await states(batchId)).toEqual(['4 rejected']);
  expect(await server.db.sql`select action, details from audit_entries where target_id = ${batchId}`).toEqual([
    { action: 'job.batch.reject', details: { jobs: 3, proposed_by: 'test', reason: 'No' } },
  ]);
});

test('a caller with a scope sees and decides the part that lies in it', async () => {
  const { batchId, params, token, jobs, done } = await createBatch();
  const seen = (await server.ok(READ, { token, params })).jobs.map(({ id }) => id);
  expect(seen.toSorted()).toEqual([jobs[0], jobs[1], done].toSorted());
  expect(await server.ok(APPROVE, { token, params, body: { confirm_count: 2 } })).toEqual({ approved: 2, skipped: 1 });
  expect(await states(batchId)).toEqual(['1 awaiting_approval', '2 dispatched', '1 rejected']);
});

test('403 when nothing of it lies in the scope, 404 for an unknown batch', async () => {
  const { batchId, params } = await createBatch();
  const stranger = await createPlace(server.db);
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'site', scope_id: stranger.site_id }] });
  for (const route of [READ, APPROVE, REJECT] as const) {
    expect(await server.call(route, { token, params })).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
    expect(await server.call(route, { token, params: { batch_id: randomUUID() } })).toMatchObject({
      status: 404,
      body: { code: 'batch_not_found' },
    });
  }
  expect(await states(batchId)).toEqual(['3 awaiting_approval', '1 rejected']);
});

test('409 when the number of waiting jobs is not the one that was confirmed, and nothing is decided', async () => {
  const { batchId, params, token } = await createBatch();
  for (const [route, who, count] of [
    [APPROVE, undefined, 3],
    [REJECT, undefined, 3],
    [APPROVE, token, 2],
  ] as const)
    expect(await server.call(route, { token: who, params, body: { confirm_count: 4 } })).toMatchObject({
      status: 409,
      body: { code: 'confirm_count_mismatch', count },
    });
  expect(await states(batchId)).toEqual(['3 awaiting_approval', '1 rejected']);
  expect(
    await server.db.sql`select 1 from audit_entries where target_id = ${batchId} and outcome = 'success'`,
  ).toHaveLength(0);
});

test('the jobs of a batch come by hostname, in any case', async () => {
  const batchId = randomUUID();
  for (const hostname of ['bravo', 'Alpha', 'charlie'])
    await createJob(server.db, await createDevice(server.db, { hostname }), { batchId });
  const { jobs } = await server.ok(READ, { params: { batch_id: batchId } });
  expect(jobs.map(({ agent_hostname }) => agent_hostname)).toEqual(['Alpha', 'bravo', 'charlie']);
});
