/** What a check's remediation does when its alert is raised: goes out where it is approved, within its cap; is proposed elsewhere. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { propose } from '../../../domain/remediation/propose.ts';
import { createAlert, createDevice, createPerson, createPlace, type MadeDevice, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { withoutJobsManage } from '../standing-approvals/scene.ts';

let server: TestServer;
let place: Place;
let device: MadeDevice;
let policy: string;
beforeAll(async () => {
  server = await startServer();
  place = await createPlace(server.db);
  device = await createDevice(server.db, place);
  policy = (await server.ok('POST /api/policies', { body: { name: 'All' } })).id;
  const body = { scope_type: 'client', scope_id: place.client_id };
  await server.ok('POST /api/policies/:id/assignments', { params: { id: policy }, body });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.sql`delete from jobs`;
  await server.db.sql`delete from alerts`;
});

async function createCheck(remediation: object | null, token?: string): Promise<string> {
  const body = { type: 'cpuload', name: 'Load', policy_id: policy, err_threshold: 90, remediation };
  return (await server.ok('POST /api/checks', { body, ...(token && { token }) })).id;
}
const mend = { shell: 'bash', script: 'systemctl restart it', max_per_hour: 2 };

async function raise(checkId: string, on: MadeDevice[] = [device]): Promise<string[]> {
  const raised: { alertId: string; checkId: string; agentId: string }[] = [];
  for (const one of on) {
    await server.db.sql`delete from alerts where agent_id = ${one.id} and source_id = ${checkId}`;
    raised.push({ alertId: await createAlert(server.db, one, { checkId }), checkId, agentId: one.id });
  }
  await transaction(server.ctx, (ctx) => propose(ctx, raised));
  return raised.map(({ alertId }) => alertId);
}
const jobs = () => server.db.sql<
  {
    status: string;
    agent_id: string;
    alert_id: string;
    check_id: string;
    source: string;
    batch_id: string | null;
    id: string;
  }[]
>`
  select id, status, agent_id, alert_id, check_id, source, batch_id from jobs order by id`;
const notes = (alertId: string | undefined) => server.db.sql<
  { details: { outcome: string; reason: string | null; job_id: string | null } }[]
>`
  select details from alert_events where alert_id = ${alertId ?? ''} and kind = 'remediation'`;
const end = () => server.db.sql`update jobs set status = 'completed'`;

test('goes out at once while it is approved, with the alert as its cause, and the timeline says so', async () => {
  const check = await createCheck(mend);
  const [alert] = await raise(check);
  const [job, ...more] = await jobs();
  expect(more).toEqual([]);
  expect(job).toMatchObject({
    status: 'dispatched',
    source: 'remediation',
    alert_id: alert,
    check_id: check,
    batch_id: null,
  });
  expect(await notes(alert)).toEqual([{ details: { outcome: 'dispatched', job_id: job?.id, reason: null } }]);
  const [entry] = await server.db
    .sql`select details from audit_entries where action = 'job.automated' and target_id = ${job?.id ?? ''}`;
  expect(entry?.details).toMatchObject({ source: 'remediation', device: device.hostname });
});

test('is proposed while it waits, once for each device however often the alert comes back', async () => {
  const editor = await createPerson(server.db, { permissions: withoutJobsManage });
  const check = await createCheck(mend, editor.token);
  const [first] = await raise(check);
  const [second] = await raise(check);
  expect(await jobs()).toMatchObject([{ status: 'awaiting_approval' }]);
  expect(await notes(first)).toEqual([]);
  expect(await notes(second)).toMatchObject([{ details: { outcome: 'skipped', reason: 'open' } }]);
});

test('beyond its cap an hour it is proposed, for this check and device alone', async () => {
  const check = await createCheck(mend);
  const other = await createCheck(mend);
  for (let turn = 0; turn < 2; turn++) {
    await raise(check);
    await end();
  }
  const [alert] = await raise(check);
  expect((await jobs()).map(({ status }) => status)).toEqual(['completed', 'completed', 'awaiting_approval']);
  expect(await notes(alert)).toMatchObject([{ details: { outcome: 'proposed', reason: 'hourly_limit' } }]);
  await raise(other);
  expect((await jobs()).at(-1)).toMatchObject({ status: 'dispatched', check_id: other });
  await server.db.sql`delete from jobs where status = 'awaiting_approval'`;
  await server.db.sql`update jobs set created_at = created_at - interval '61 minutes', status = 'completed'`;
  await raise(check);
  expect((await jobs()).at(-1)).toMatchObject({ status: 'dispatched', check_id: check });
});

test('of many devices one statement a company makes the jobs, each with its own alert', async () => {
  const check = await createCheck(mend);
  const devices = [];
  for (let n = 0; n < 5; n++) devices.push(await createDevice(server.db, place));
  const alerts = await raise(check, devices);
  const made = await jobs();
  expect(new Set(made.map(({ batch_id }) => batch_id)).size).toBe(1);
  expect(made.map(({ agent_id, alert_id }) => `${agent_id} ${alert_id}`).toSorted()).toEqual(
    devices.map(({ id }, at) => `${id} ${alerts[at]}`).toSorted(),
  );
});

describe('makes nothing', () => {
  test('for a check without one', async () => {
    const [alert] = await raise(await createCheck(null));
    expect(await jobs()).toEqual([]);
    expect(await notes(alert)).toEqual([]);
  });

  test('on a device that cannot run it, and says so', async () => {
    const old = await createDevice(server.db, { ...place, version: '0.4.0' });
    const [alert] = await raise(await createCheck({ shell: 'python', script: 'print(1)' }), [old]);
    expect(await jobs()).toEqual([]);
    expect(await notes(alert)).toMatchObject([{ details: { outcome: 'skipped', reason: 'unable' } }]);
  });

  test('when its script cannot be put together any more, and says so', async () => {
    const script = await server.ok('POST /api/scripts', { body: { name: 'Mend', shell: 'sh', body: 'true' } });
    const check = await createCheck({ script_id: script.id });
    const body = { parameters: [{ name: 'NEEDED', type: 'text', required: true }] };
    await server.ok('PUT /api/scripts/:id', { params: { id: script.id }, body });
    const [alert] = await raise(check);
    expect(await jobs()).toEqual([]);
    expect(await notes(alert)).toMatchObject([{ details: { outcome: 'skipped', reason: 'invalid' } }]);
  });
});
