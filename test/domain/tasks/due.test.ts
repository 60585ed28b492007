/** The scheduler: what is due runs, once, whatever the clock, the number of servers and crashes do. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { rearm, runDue, sweepRuns } from '../../../domain/tasks/due.ts';
import { runScheduled } from '../../../domain/tasks/run.ts';
import { createDevice, createPlace, type MadeDevice, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let place: Place;
let device: MadeDevice;
beforeAll(async () => {
  server = await startServer();
  place = await createPlace(server.db);
  device = await createDevice(server.db, place);
});
afterAll(() => server.stop());

const DAY_MS = 86_400_000;
const hourly = { schedule_kind: 'interval', interval_sec: 3600 };

async function createTask(more: object = {}): Promise<string> {
  const body = { name: 'Tick', shell: 'bash', script: 'true', ...hourly, agent_id: device.id, ...more };
  return (await server.ok('POST /api/tasks', { body })).id;
}
const setDue = (id: string, at: Date) => server.db.sql`update tasks set next_run_at = ${at} where id = ${id}`;
/** A round, and the end of what the server's own round was at work on meanwhile: ours passes that over. */
async function runAll(timeout = 20_000): Promise<void> {
  await runDue(server.ctx);
  const due = async () =>
    (await server.db.sql`select from tasks where enabled and next_run_at <= ${server.ctx.now()}`).count;
  await expect.poll(due, { timeout }).toBe(0);
}
const runsOf = (id: string) => server.db.sql<
  { cause: string; dispatched: number; proposed: number; skipped: number; unable: number; error: string | null }[]
>`
  select cause, dispatched, proposed, skipped, unable, error from task_runs where task_id = ${id} order by id`;
const nextOf = async (id: string): Promise<number> => {
  const [row] = await server.db.sql<{ at: string }[]>`select next_run_at as at from tasks where id = ${id}`;
  return Date.parse(row?.at ?? '');
};
const jobsOf = (id: string) => server.db.sql`
  select agent_id, status, source, description, proposed_by ->> 'kind' as by, proposed_by ->> 'name' as name, approved_by ->> 'kind' as approver,
    standing_approval_id is not null as standing from jobs where task_id = ${id}`;

test('a due task makes its jobs, tells the trail, and waits for its next moment', async () => {
  const id = await createTask({ name: 'Tidy' });
  await setDue(id, new Date());
  await runAll();
  expect(await runsOf(id)).toMatchObject([{ cause: 'schedule', dispatched: 1, proposed: 0, skipped: 0, unable: 0 }]);
  expect(await jobsOf(id)).toEqual([
    {
      ...{ agent_id: device.id, status: 'dispatched', source: 'task', description: 'Tidy' },
      ...{ by: 'system', name: 'Tidy', approver: 'bootstrap', standing: true },
    },
  ]);
  const left = (await nextOf(id)) - Date.now();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(3600_000);
  const trail = await server.db.sql<{ details: object }[]>`
    select details from audit_entries where action = 'job.automated' and target_name = 'Tidy'`;
  expect(trail[0]?.details).toMatchObject({
    jobs: 1,
    source: 'task',
    approver: 'bootstrap token',
    device: device.hostname,
  });
});

describe('a run that was missed', () => {
  test('happens once, late', async () => {
    const id = await createTask();
    await setDue(id, new Date(Date.now() - 10 * 3600_000));
    await runAll();
    await runAll();
    expect(await runsOf(id)).toMatchObject([{ cause: 'missed', dispatched: 1 }]);
    expect(await nextOf(id)).toBeGreaterThan(Date.now());
  });

  test('is left out where the task says so', async () => {
    const id = await createTask({ run_missed: false });
    await setDue(id, new Date(Date.now() - 10 * 3600_000));
    await runAll();
    expect(await runsOf(id)).toEqual([]);
    expect(await nextOf(id)).toBeGreaterThan(Date.now());
  });
});

test('a disabled task does not run, nor one whose time has not come', async () => {
  const disabled = await createTask({ enabled: false });
  const early = await createTask();
  await setDue(disabled, new Date());
  await runDue(server.ctx);
  expect(await runsOf(disabled)).toEqual([]);
  expect(await runsOf(early)).toEqual([]);
});

test('a once runs once and never again', async () => {
  const run_at = new Date(Date.now() + 60_000).toISOString();
  const id = await createTask({ schedule_kind: 'once', interval_sec: undefined, run_at });
  await server.db
    .sql`update tasks set run_at = now() - interval '1 second', next_run_at = now() - interval '1 second' where id = ${id}`;
  await runAll();
  expect(await runsOf(id)).toHaveLength(1);
  expect(await nextOf(id)).toBeNaN();
});

describe('when the clock is set', () => {
  test('a day ahead, each task runs once; back again, no moment runs twice and none waits a day', async () => {
    const id = await createTask({ schedule_kind: 'interval', interval_sec: 60 });
    try {
      server.clock.offsetMs = DAY_MS;
      await runAll();
      await runAll();
      expect(await runsOf(id)).toMatchObject([{ cause: 'missed' }]);
      expect(await nextOf(id)).toBeGreaterThan(Date.now() + DAY_MS - 1000);
    } finally {
      server.clock.offsetMs = 0;
    }
    await rearm(server.ctx);
    expect((await nextOf(id)) - Date.now()).toBeLessThanOrEqual(60_000);
    await server.db.sql`delete from jobs where task_id = ${id}`;
    // The moment that has run: it is the one that comes again.
    const [ran] = await server.db.sql<{ at: string }[]>`select scheduled_at as at from task_runs where task_id = ${id}`;
    await transaction(server.ctx, (ctx) =>
      runScheduled(ctx, id, { scheduledAt: new Date(ran?.at ?? ''), cause: 'schedule' }),
    );
    expect(await runsOf(id)).toHaveLength(1);
    expect(await jobsOf(id)).toHaveLength(0);
  });
});

test('of many servers each run is made by one', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => createTask()));
  for (const id of ids) await setDue(id, new Date());
  await Promise.all(Array.from({ length: 5 }, () => runAll()));
  for (const id of ids) {
    expect(await runsOf(id)).toHaveLength(1);
    expect(await jobsOf(id)).toHaveLength(1);
  }
});

test('a server that dies in the middle of a run leaves nothing of it, and the run is made once', async () => {
  const id = await createTask();
  const { promise: killed, resolve: release } = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const owner = server.db.sql.begin(async (sql) => {
    await sql`select id from devices where id = ${device.id} for update`;
    held.resolve();
    await killed;
  });
  await held.promise;
  await setDue(id, new Date());
  const dying = runDue(server.ctx).catch(() => undefined);
  await expect.poll(() => kill()).toBeGreaterThan(0);
  expect(await runsOf(id)).toHaveLength(0);
  release();
  await owner;
  await dying;
  await runAll();
  expect(await runsOf(id)).toHaveLength(1);
  expect(await jobsOf(id)).toHaveLength(1);
});

/** Ends every connection that waits for the device in a run. */
async function kill(): Promise<number> {
  const rows = await server.db.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%for key share%'`;
  return rows.length;
}

test('a device with an open job of the task is left out until that has ended', async () => {
  const id = await createTask();
  const other = await createTask();
  for (const task of [id, id, other]) {
    await setDue(task, new Date());
    await runAll();
  }
  expect(await runsOf(id)).toMatchObject([
    { dispatched: 1, skipped: 0 },
    { dispatched: 0, skipped: 1 },
  ]);
  expect(await runsOf(other)).toMatchObject([{ dispatched: 1, skipped: 0 }]);
  await server.db.sql`update jobs set status = 'completed' where task_id = ${id}`;
  await setDue(id, new Date());
  await runAll();
  expect((await runsOf(id)).at(-1)).toMatchObject({ dispatched: 1 });
});

test('agents that are too old for it, other systems and revoked devices are left out and counted', async () => {
  const there = await createPlace(server.db);
  const python = { shell: 'python', script: 'print(1)' };
  await createDevice(server.db, { ...there, version: '0.4.8' });
  const able = await createDevice(server.db, there);
  const revoked = await createDevice(server.db, there);
  await server.db.sql`update devices set identity = 'revoked' where id = ${revoked.id}`;
  const { id: policy } = await server.ok('POST /api/policies', { body: { name: 'Mixed' } });
  await server.ok('POST /api/policies/:id/assignments', {
    params: { id: policy },
    body: { scope_type: 'client', scope_id: there.client_id },
  });
  const id = await createTask({ ...python, agent_id: undefined, policy_id: policy });
  expect(await server.ok('GET /api/tasks/:id/targets', { params: { id } })).toEqual({ count: 1, unable: 2 });
  await setDue(id, new Date());
  await runAll();
  expect(await runsOf(id)).toMatchObject([{ dispatched: 1, unable: 2 }]);
  expect(await jobsOf(id)).toMatchObject([{ agent_id: able.id }]);
});

test('a run is a batch for each company, of what is dispatched and of what is proposed apart', async () => {
  const places = [await createPlace(server.db), await createPlace(server.db)];
  const { id: policy } = await server.ok('POST /api/policies', { body: { name: 'Two companies' } });
  for (const at of places) {
    await createDevice(server.db, at);
    await createDevice(server.db, at);
    const body = { scope_type: 'client', scope_id: at.client_id };
    await server.ok('POST /api/policies/:id/assignments', { params: { id: policy }, body });
  }
  const id = await createTask({ agent_id: undefined, policy_id: policy });
  const [approval] = await server.db.sql`select id from standing_approvals where subject_id = ${id}`;
  await server.db.sql`
    insert into standing_approval_exceptions (approval_id, device_id)
    select ${approval?.id}, id from devices where client_id = ${places[0]?.client_id ?? ''}`;
  await setDue(id, new Date());
  await runAll();
  const batches = await server.db.sql`
    select client_id, status, count(*)::int as jobs from jobs where task_id = ${id} group by batch_id, client_id, status order by status`;
  expect(batches).toEqual([
    { client_id: places[0]?.client_id, status: 'awaiting_approval', jobs: 2 },
    { client_id: places[1]?.client_id, status: 'dispatched', jobs: 2 },
  ]);
});

test('what cannot be put together is told in the run, and makes no job', async () => {
  const script = await server.ok('POST /api/scripts', { body: { name: 'Asks', shell: 'sh', body: 'true' } });
  const id = await createTask({ shell: undefined, script: undefined, script_id: script.id });
  await server.ok('PUT /api/scripts/:id', {
    params: { id: script.id },
    body: { parameters: [{ name: 'NEEDED', type: 'text', required: true }] },
  });
  await setDue(id, new Date());
  await runAll();
  const [run] = await runsOf(id);
  expect(run?.error).toContain('NEEDED');
  expect(await jobsOf(id)).toEqual([]);
});

test('a task that fails by a fault of ours holds up no other', async () => {
  const broken = await createTask();
  const whole = await createTask();
  await server.db.sql`update tasks set interval_sec = null where id = ${broken}`;
  await setDue(broken, new Date(Date.now() - 1000));
  await setDue(whole, new Date());
  // The server's own round comes to both as well, and whoever comes to one meanwhile passes it over.
  const failed = async () => (await runDue(server.ctx)).failures.map(({ taskId }) => taskId);
  await expect.poll(failed).toContain(broken);
  await expect.poll(() => runsOf(whole)).toHaveLength(1);
  await server.ok('DELETE /api/tasks/:id', { params: { id: broken } });
});

test('runs are kept for ninety days', async () => {
  const id = await createTask();
  await server.db.sql`
    insert into task_runs (task_id, scheduled_at, started_at, cause)
    values (${id}, now() - interval '91 days', now() - interval '91 days', 'schedule'),
           (${id}, now() - interval '89 days', now() - interval '89 days', 'schedule')`;
  expect(await sweepRuns(server.ctx)).toBe(1);
  expect(await runsOf(id)).toHaveLength(1);
});

test('ten thousand devices of two hundred companies are one run', { timeout: 120_000 }, async () => {
  await server.db.sql`insert into clients (name) select 'Company ' || n from generate_series(1, 200) n`;
  await server.db.sql`insert into sites (client_id, name) select id, 'Site' from clients where name like 'Company %'`;
  await server.db.sql`
    insert into devices (install_id, credential_hash, hostname, version, status, os_family, os_name, client_id, site_id)
    select gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), 'many-' || c.name || n, '0.5.0', 'offline', 'linux', 'Debian', c.id, s.id
    from clients c join sites s on s.client_id = c.id cross join generate_series(1, 50) n where c.name like 'Company %'`;
  const { id: policy } = await server.ok('POST /api/policies', { body: { name: 'All of them' } });
  await server.db.sql`
    insert into policy_assignments (policy_id, scope_type, scope_id) select ${policy}, 'client', id from clients where name like 'Company %'`;
  const id = await createTask({ agent_id: undefined, policy_id: policy });
  const began = performance.now();
  await setDue(id, new Date());
  await runAll(60_000);
  console.log(`10,000 jobs in ${Math.round(performance.now() - began)} ms`);
  expect(await runsOf(id)).toMatchObject([{ dispatched: 10_000 }]);
  const [batches] = await server.db.sql`select count(distinct batch_id)::int as count from jobs where task_id = ${id}`;
  expect(batches?.count).toBe(200);
});
