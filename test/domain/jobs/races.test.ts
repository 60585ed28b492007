/** ATTACKS.md 39: however many decide at once, a job is decided once, dispatched at most once and each decision audited once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../domain/context.ts';
import type { DomainEvent } from '../../../domain/events.ts';
import { approveBatch, rejectBatch } from '../../../domain/jobs/batches.ts';
import { approve, cancel, complete, reject } from '../../../domain/jobs/decide.ts';
import { Problem } from '../../../domain/problem.ts';
import { createContext } from '../../context.ts';
import { createDevice, createJob } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

const RACERS = 50;
const ROUNDS = 6;

let server: TestServer;
let ctx: Ctx;
let events: DomainEvent[];
beforeAll(async () => {
  server = await startServer();
  ({ ctx, events } = createContext(server));
});
afterAll(() => server.stop());

type Call = (id: string) => Promise<unknown>;
const calls = {
  approve: (id: string) => approve(ctx, id, {}),
  reject: (id: string) => reject(ctx, id, {}),
  cancel: (id: string) => cancel(ctx, id),
  complete: (id: string) => complete(ctx, id, { success: true }),
  complete_failed: (id: string) => complete(ctx, id, { success: false }),
} satisfies Record<string, Call>;

/** Runs fifty of these at once on one job. @returns the names of those that won; the others must be 409. */
async function race(id: string, names: (keyof typeof calls)[]): Promise<string[]> {
  events.length = 0;
  const racers = Array.from(
    { length: RACERS },
    (_, index) => names[(index + Math.floor(Math.random() * 3)) % names.length] ?? 'approve',
  );
  const outcomes = await Promise.allSettled(racers.map((name) => calls[name](id)));
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(Problem);
    expect(refusal).toMatchObject({ status: 409, code: 'job_not_allowed' });
  }
  return racers.filter((_, index) => outcomes[index]?.status === 'fulfilled');
}

const trail = async (id: string) =>
  (await server.db.sql`select action from audit_entries where target_id = ${id} order by id`).map(
    ({ action }) => action,
  );
const dispatches = () => events.filter(({ type }) => type === 'jobs.deliverable').length;

describe.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))('round %i', () => {
  test('fifty approve and reject: one wins, is audited once and dispatches at most once', async () => {
    const id = await createJob(server.db, await createDevice(server.db));
    const [winner, ...others] = await race(id, ['approve', 'reject']);
    expect(others).toEqual([]);
    expect(await trail(id)).toEqual([`job.${winner}`]);
    expect(dispatches()).toBe(winner === 'approve' ? 1 : 0);
    const [job] = await server.db
      .sql`select status, approved_by is null as a, rejected_by is null as r from jobs where id = ${id}`;
    expect(job).toEqual(
      winner === 'approve' ? { status: 'dispatched', a: false, r: true } : { status: 'rejected', a: true, r: false },
    );
  });

  test('fifty approve, reject and cancel: one decides, and a cancel may only follow an approval', async () => {
    const id = await createJob(server.db, await createDevice(server.db));
    const winners = await race(id, ['approve', 'reject', 'cancel']);
    // By the table, what was approved and not yet delivered may still be cancelled, once.
    expect([['approve'], ['reject'], ['cancel'], ['approve', 'cancel']]).toContainEqual(winners.toSorted());
    expect((await trail(id)).toSorted()).toEqual(winners.map((name) => `job.${name}`).toSorted());
    expect(dispatches()).toBe(winners.includes('approve') ? 1 : 0);
  });

  test('fifty cancel a running job: one asks the device', async () => {
    const id = await createJob(server.db, await createDevice(server.db), { status: 'running' });
    expect(await race(id, ['cancel'])).toEqual(['cancel']);
    expect(events.filter(({ type }) => type === 'jobs.cancel')).toHaveLength(1);
    expect(await trail(id)).toEqual(['job.cancel']);
  });

  test('fifty complete a job, well or not: one does', async () => {
    const id = await createJob(server.db, await createDevice(server.db), { status: 'sent' });
    const [winner, ...others] = await race(id, ['complete', 'complete_failed']);
    expect(others).toEqual([]);
    expect(await trail(id)).toEqual(['job.complete_manual']);
    const [job] = await server.db.sql`select status from jobs where id = ${id}`;
    expect(job?.status).toBe(winner === 'complete' ? 'completed' : 'failed');
  });

  test('twenty approve and reject a batch of thirty, others single jobs of it: each job is decided once', async () => {
    const batchId = crypto.randomUUID();
    const ids = await Promise.all(
      Array.from({ length: 30 }, async () => createJob(server.db, await createDevice(server.db), { batchId })),
    );
    events.length = 0;
    const decided = await Promise.all([
      ...Array.from({ length: 10 }, async () => (await approveBatch(ctx, batchId, {})).approved),
      ...Array.from({ length: 10 }, async () => (await rejectBatch(ctx, batchId, {})).rejected),
      ...ids.slice(0, 10).map((id) =>
        approve(ctx, id, {}).then(
          () => 1,
          () => 0,
        ),
      ),
    ]);
    expect(decided.reduce((sum, count) => sum + count)).toBe(30);
    const [left] = await server.db.sql`
      select count(*) filter (where status = 'awaiting_approval') as waiting, count(*) filter (where status = 'dispatched') as dispatched
      from jobs where batch_id = ${batchId}`;
    const delivered = events.flatMap((event) => (event.type === 'jobs.deliverable' ? event.deviceIds : []));
    expect(left?.waiting).toBe(0);
    expect(new Set(delivered).size).toBe(delivered.length);
    expect(delivered).toHaveLength(Number(left?.dispatched));
  });
});
