import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextStatus } from '../../../domain/jobs/transitions.ts';
import { jobStatuses } from '../../../schema/jobs.ts';
import { recordEvents } from '../../events.ts';
import { createDevice, createJob, createPerson } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const APPROVE = 'POST /api/jobs/:id/approve';
const REJECT = 'POST /api/jobs/:id/reject';
const CANCEL = 'POST /api/jobs/:id/cancel';
const COMPLETE = 'POST /api/jobs/:id/complete';

const trail = (id: string) =>
  server.db.sql`select action, details from audit_entries where target_id = ${id} order by id`;

describe.each(jobStatuses)('over the API, a job that is %s', (from) => {
  test.each([
    ['approve', APPROVE, undefined],
    ['reject', REJECT, undefined],
    ['cancel', CANCEL, undefined],
    ['complete', COMPLETE, undefined],
    ['complete', COMPLETE, {}],
    ['complete_failed', COMPLETE, { success: false }],
  ] as const)('under %s', async (trigger, route, body) => {
    const id = await createJob(server.db, await createDevice(server.db), { status: from });
    const [before] = await server.db.sql`select * from jobs where id = ${id}`;
    const answer = await server.call(route, { params: { id }, body });
    const expected = nextStatus(from, trigger);
    if (expected) {
      expect(answer).toMatchObject({ status: 200, body: { id, status: expected } });
      expect(await trail(id)).toHaveLength(1);
      return;
    }
    expect(answer).toMatchObject({ status: 409, body: { code: 'job_not_allowed', status: from } });
    expect((await server.db.sql`select * from jobs where id = ${id}`)[0]).toEqual(before);
    expect(await trail(id)).toHaveLength(0);
  });
});

test('approving names who, when and why, and hurries the delivery', async () => {
  const device = await createDevice(server.db);
  const { token, id: userId, username } = await createPerson(server.db, { role: 'tech' });
  const id = await createJob(server.db, device);
  const events = recordEvents(server);
  const job = await server.ok(APPROVE, { token, params: { id }, body: { reason: '  Fine  ', confirm_count: 1 } });
  expect(job).toMatchObject({
    status: 'dispatched',
    approved_by: { kind: 'user', id: userId, name: username },
    rejected_by: null,
    decision_reason: 'Fine',
    finished_at: null,
  });
  expect(job.decided_at).not.toBeNull();
  expect(events.take('jobs.deliverable')).toEqual([{ type: 'jobs.deliverable', deviceIds: [device.id] }]);
  expect(await trail(id)).toEqual([
    {
      action: 'job.approve',
      details: { device: device.hostname, content_sha256: job.content_sha256, proposed_by: 'test', reason: 'Fine' },
    },
  ]);
});

test('whoever holds jobs.manage may approve what they proposed themselves', async () => {
  const device = await createDevice(server.db);
  const { token } = await createPerson(server.db, { role: 'tech' });
  const body = { agent_id: device.id, shell: 'sh', script: 'true' };
  const { id } = await server.ok('POST /api/jobs', { token, body });
  expect((await server.ok(APPROVE, { token, params: { id } })).status).toBe('dispatched');
});

test('rejecting names who and why, and delivers nothing', async () => {
  const id = await createJob(server.db, await createDevice(server.db));
  const events = recordEvents(server);
  const job = await server.ok(REJECT, { params: { id }, body: { reason: 'Not on a Friday' } });
  expect(job).toMatchObject({
    approved_by: null,
    rejected_by: { kind: 'bootstrap' },
    decision_reason: 'Not on a Friday',
  });
  expect(events.take('jobs.deliverable')).toEqual([]);
});

describe('cancelling', () => {
  test('asks the device only where it has the job', async () => {
    const device = await createDevice(server.db);
    const events = recordEvents(server);
    for (const [status, asks] of [
      ['awaiting_approval', 0],
      ['dispatched', 0],
      ['sent', 1],
      ['running', 1],
    ] as const) {
      const id = await createJob(server.db, device, { status });
      const job = await server.ok(CANCEL, { params: { id } });
      const expected = [{ type: 'jobs.cancel', deviceId: device.id, jobIds: [id] }];
      expect(events.take('jobs.cancel')).toEqual(asks ? expected : []);
      expect(await trail(id)).toEqual([{ action: 'job.cancel', details: { device: device.hostname, from: status } }]);
      expect(job.rejected_by !== null).toBe(status === 'awaiting_approval');
      expect(job.finished_at !== null).toBe(status === 'dispatched');
    }
  });
});

describe('completing', () => {
  test('keeps the output that had arrived, and says that the result never did', async () => {
    const id = await createJob(server.db, await createDevice(server.db), { status: 'running' });
    await server.db
      .sql`insert into job_output (job_id, byte_offset, byte_length, content) values (${id}, 0, 4, 'half')`;
    const events = recordEvents(server);
    const job = await server.ok(COMPLETE, { params: { id }, body: { success: false } });
    expect(job).toMatchObject({ status: 'failed', stdout: 'half', exit_code: null });
    expect(job.error).toContain('result never arrived');
    expect(events.take('jobs.output')).toEqual([{ type: 'jobs.output', jobId: id, sizeBytes: 4, done: true }]);
    expect(await trail(id)).toMatchObject([
      { action: 'job.complete_manual', details: { success: false, from: 'running' } },
    ]);
  });
});

describe('refusals', () => {
  const unknown = { id: '018f0000-0000-7000-8000-000000000000' };

  test('404 for an unknown job, 400 for keys that do not exist', async () => {
    const id = await createJob(server.db, await createDevice(server.db));
    for (const route of [APPROVE, REJECT, CANCEL, COMPLETE] as const) {
      expect(await server.call(route, { params: unknown })).toMatchObject({
        status: 404,
        body: { code: 'job_not_found' },
      });
      expect((await server.call(route, { params: { id }, body: { force: true } })).status).toBe(400);
    }
  });

  test('409 when another number of jobs was confirmed', async () => {
    const id = await createJob(server.db, await createDevice(server.db));
    for (const route of [APPROVE, REJECT] as const)
      expect(await server.call(route, { params: { id }, body: { confirm_count: 2 } })).toMatchObject({
        status: 409,
        body: { code: 'confirm_count_mismatch', count: 1 },
      });
    expect((await server.ok('GET /api/jobs/:id', { params: { id } })).status).toBe('awaiting_approval');
  });

  test('jobs.create decides nothing', async () => {
    const { token } = await createPerson(server.db, { permissions: ['jobs.view', 'jobs.create'] });
    const id = await createJob(server.db, await createDevice(server.db));
    for (const route of [APPROVE, REJECT, CANCEL, COMPLETE] as const)
      expect((await server.call(route, { token, params: { id } })).status).toBe(403);
  });
});
