/** The table against CONTRACT.md, and every state under every trigger through what really pulls it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../domain/context.ts';
import { approve, cancel, complete, reject } from '../../../domain/jobs/decide.ts';
import { claim, unaccepted } from '../../../domain/jobs/deliver.ts';
import { DELIVER_WITHIN_MS, expireUndelivered } from '../../../domain/jobs/expire.ts';
import { cancelForDeletedDevices } from '../../../domain/jobs/for-devices.ts';
import { finish, start } from '../../../domain/jobs/ingest.ts';
import {
  finishedStates,
  fromStates,
  type JobTrigger,
  jobTransitions,
  jobTriggers,
  nextStatus,
} from '../../../domain/jobs/transitions.ts';
import { Problem } from '../../../domain/problem.ts';
import type { JobOutcome } from '../../../schema/agent.ts';
import { type JobStatus, jobStatuses } from '../../../schema/jobs.ts';
import { createContext } from '../../context.ts';
import { createDevice, createJob, type MadeDevice } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let ctx: Ctx;
beforeAll(async () => {
  server = await startServer();
  ({ ctx } = createContext(server));
});
afterAll(() => server.stop());

describe('the table', () => {
  test('is the one of CONTRACT.md', () => {
    const told = (from: JobStatus | null, trigger: JobTrigger) => nextStatus(from, trigger);
    expect(told(null, 'propose')).toBe('awaiting_approval');
    expect(told(null, 'dispatch')).toBe('dispatched');
    expect(['approve', 'reject', 'cancel'].map((one) => told('awaiting_approval', one as JobTrigger))).toEqual([
      'dispatched',
      'rejected',
      'rejected',
    ]);
    expect(['deliver', 'cancel', 'expire'].map((one) => told('dispatched', one as JobTrigger))).toEqual([
      'sent',
      'cancelled',
      'expired',
    ]);
    expect(['start', 'cancel', 'reconnect'].map((one) => told('sent', one as JobTrigger))).toEqual([
      'running',
      'cancel_requested',
      'sent',
    ]);
    expect(['succeed', 'fail', 'cancel'].map((one) => told('running', one as JobTrigger))).toEqual([
      'completed',
      'failed',
      'cancel_requested',
    ]);
    expect(['confirm_cancel', 'succeed', 'fail'].map((one) => told('cancel_requested', one as JobTrigger))).toEqual([
      'cancelled',
      'completed',
      'failed',
    ]);
    expect(fromStates('complete').toSorted()).toEqual(['cancel_requested', 'dispatched', 'running', 'sent']);
    expect(fromStates('complete_failed').toSorted()).toEqual(['cancel_requested', 'dispatched', 'running', 'sent']);
  });

  test('says one thing of each state and trigger, and every state is reached', () => {
    const pairs = jobTransitions.map(({ from, trigger }) => `${from} ${trigger}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    expect([...new Set(jobTransitions.map(({ to }) => to))].toSorted()).toEqual(jobStatuses.toSorted());
    expect(new Set(jobTransitions.map(({ trigger }) => trigger))).toEqual(new Set(jobTriggers));
  });

  test('nothing leaves a finished state', () => {
    expect(finishedStates.toSorted()).toEqual(['cancelled', 'completed', 'expired', 'failed', 'rejected']);
  });
});

const result = (device: MadeDevice, id: string, outcome: JobOutcome, exit_code: number | null) => ({
  deviceId: device.id,
  hostname: device.hostname,
  frame: {
    t: 'job.result' as const,
    id: `${id}:result`,
    job_id: id,
    outcome,
    exit_code,
    stdout: '',
    output_truncated: false,
    error: null,
    started_at: null,
    finished_at: new Date().toISOString(),
  },
});

type Pull = (id: string, device: MadeDevice) => Promise<unknown>;
const pulls: Partial<Record<JobTrigger, Pull>> = {
  approve: (id) => approve(ctx, id, {}),
  reject: (id) => reject(ctx, id, {}),
  cancel: (id) => cancel(ctx, id),
  complete: (id) => complete(ctx, id, { success: true }),
  complete_failed: (id) => complete(ctx, id, { success: false }),
  deliver: (_, device) => claim(ctx, [device.id]),
  reconnect: (_, device) => unaccepted(ctx, [device.id], new Date()),
  expire: async (id) => {
    await server.db
      .sql`update jobs set decided_at = ${new Date(Date.now() - DELIVER_WITHIN_MS - 1000)} where id = ${id}`;
    await expireUndelivered(ctx);
  },
  start: (id, { id: deviceId, hostname }) => {
    const started_at = new Date().toISOString();
    return start(ctx, [
      { deviceId, hostname, frame: { t: 'job.started', id: `${id}:started`, job_id: id, started_at } },
    ]);
  },
  succeed: (id, device) => finish(ctx, [result(device, id, 'exited', 0)]),
  fail: (id, device) => finish(ctx, [result(device, id, 'exited', 1)]),
  delete_device: (_, device) => cancelForDeletedDevices(ctx, [device.id]),
};

const status = async (id: string) => (await server.db.sql`select status from jobs where id = ${id}`)[0]?.status;

describe.each(jobStatuses)('a job that is %s', (from) => {
  test.each(Object.entries(pulls))('under %s', async (name, pull) => {
    const trigger = jobTriggers.find((one) => one === name) ?? 'propose';
    const device = await createDevice(server.db);
    const id = await createJob(server.db, device, { status: from });
    const expected = nextStatus(from, trigger);
    const refusal = await pull(id, device).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(await status(id)).toBe(expected ?? from);
    const byPerson = ['approve', 'reject', 'cancel', 'complete', 'complete_failed'].includes(trigger);
    if (expected !== undefined || !byPerson) return expect(refusal).toBeUndefined();
    expect(refusal).toBeInstanceOf(Problem);
    expect(refusal).toMatchObject({ status: 409, code: 'job_not_allowed', extras: { body: { status: from } } });
  });

  /** Only where we asked for it is a cancelled process a cancelled job; elsewhere it is a result that is no success. */
  test('under an agent that says it ended the process', async () => {
    const device = await createDevice(server.db);
    const id = await createJob(server.db, device, { status: from });
    await finish(ctx, [result(device, id, 'cancelled', null)]);
    expect(await status(id)).toBe(nextStatus(from, 'confirm_cancel') ?? nextStatus(from, 'fail') ?? from);
  });
});
