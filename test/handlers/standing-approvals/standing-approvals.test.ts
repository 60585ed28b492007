/** GET /api/standing-approvals, its decisions, and how they stand among the approvals. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScene, type Scene } from '../../domain/standing-approvals/scene.ts';
import { createPerson, createPlace } from '../../factories.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});
afterAll(() => scene.stop());

const list = async (query: Record<string, string | number> = {}, token?: string) =>
  (await scene.server.ok('GET /api/standing-approvals', { query, ...(token && { token }) })).standing_approvals;
const change = (args: string[]) =>
  scene.server.ok('PUT /api/tasks/:id', { params: { id: scene.task }, body: { args }, token: scene.editor.token });

test('each subject is listed with who approved it, its schedule and how many devices it reaches', async () => {
  const rows = await list({ state: 'approved' });
  expect(rows.map(({ subject_kind }) => subject_kind).toSorted()).toEqual(['check', 'remediation', 'task']);
  const task = rows.find(({ subject_kind }) => subject_kind === 'task');
  expect(task).toMatchObject({
    ...{
      subject_id: scene.task,
      subject_name: 'Mend nightly',
      policy_id: scene.policy,
      agent_id: null,
      device_count: 1,
    },
    ...{
      schedule: { schedule_kind: 'daily', run_at_minute: 60, timezone: 'UTC', run_missed: true },
      timeout_sec: 3600,
    },
    ...{ approver: { kind: 'user', name: scene.approver.username }, approver_holds: true, decidable: true },
  });
  expect(rows.find(({ subject_kind }) => subject_kind === 'check')?.schedule).toEqual({ interval_sec: 60 });
  expect(rows.find(({ subject_kind }) => subject_kind === 'remediation')?.schedule).toEqual({ max_per_hour: 3 });
});

test('a page ends where the next begins', async () => {
  const first = await scene.server.ok('GET /api/standing-approvals', { query: { limit: 2 } });
  const second = await scene.server.ok('GET /api/standing-approvals', {
    query: { limit: 2, cursor: first.next_cursor ?? '' },
  });
  const ids = [...first.standing_approvals, ...second.standing_approvals].map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  expect(second.next_cursor).toBeUndefined();
});

describe('what waits', () => {
  test('is a row of the approvals, and shows what was approved before', async () => {
    await change(['--all']);
    const { approvals, total } = await scene.server.ok('GET /api/approvals');
    expect(total).toBe(1);
    expect(approvals).toMatchObject([
      {
        ...{
          kind: 'standing',
          batch_id: null,
          job_id: null,
          description: 'Mend nightly',
          source: 'task',
          device_count: 1,
        },
        ...{ proposed_by: { name: scene.editor.username }, offline_count: 1 },
        standing: {
          subject_kind: 'task',
          subject_id: scene.task,
          policy_name: 'Everywhere',
          requested_reason: 'changed',
        },
      },
    ]);
    const id = approvals[0]?.id ?? '';
    const read = await scene.server.ok('GET /api/standing-approvals/:id', { params: { id } });
    expect(read).toMatchObject({
      ...{ state: 'waiting', script: 'echo $DEPTH', args: ['--all'], env: { DEPTH: '1', LEVEL: '2' } },
      ...{ script_name: 'Mend', approver: null, requested_by: { name: scene.editor.username } },
      previous_approved: { script: 'echo $DEPTH', args: ['-a'], by: scene.approver.username, timeout_sec: 3600 },
    });
  });

  test('is approved with a reason, and the trail says by whom', async () => {
    const [row] = await list({ state: 'waiting' });
    const params = { id: row?.id ?? '' };
    const body = { form_sha256: row?.form_sha256 ?? '', reason: 'seen' };
    const approved = await scene.server.ok('POST /api/standing-approvals/:id/approve', { params, body });
    expect(approved).toMatchObject({ state: 'approved', reason: 'seen', decided_by: { kind: 'bootstrap' } });
    const rejected = await scene.server.ok('POST /api/standing-approvals/:id/reject', { params, body });
    expect(rejected).toMatchObject({ state: 'rejected', approver: null });
    const again = await scene.server.call('POST /api/standing-approvals/:id/reject', { params, body });
    expect(again).toMatchObject({ status: 409, body: { code: 'standing_approval_not_allowed', state: 'rejected' } });
    const trail = await scene.server.db
      .sql`select action from audit_entries where target_id = ${params.id} order by id`;
    expect(trail.map(({ action }) => action)).toEqual([
      'standing_approval.approve',
      'standing_approval.request',
      'standing_approval.approve',
      'standing_approval.reject',
    ]);
  });
});

test('a scoped caller sees what has to do with its devices, and decides only on what lies within', async () => {
  const { server, place, device } = scene;
  const elsewhere = await createPlace(server.db);
  const foreign = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: elsewhere.client_id }] });
  expect(await list({}, foreign.token)).toEqual([]);
  const near = await createPerson(server.db, { scopes: [{ scope_type: 'agent', scope_id: device.id }] });
  expect((await list({}, near.token)).map(({ decidable }) => decidable)).toEqual([false, false, false]);
  const whole = await createPerson(server.db, { scopes: [{ scope_type: 'site', scope_id: place.site_id }] });
  expect((await list({}, whole.token)).map(({ decidable }) => decidable)).toEqual([true, true, true]);
});

test('a secret value is in no answer', async () => {
  const { server, policy } = scene;
  const parameters = [{ name: 'TOKEN', type: 'secret', required: true }];
  const { id: script_id } = await server.ok('POST /api/scripts', {
    body: { name: 'Secretive', shell: 'sh', body: 'true', parameters },
  });
  const body = {
    name: 'Hush',
    script_id,
    env: { TOKEN: 'hunter2' },
    schedule_kind: 'interval',
    interval_sec: 600,
    policy_id: policy,
  };
  const { approval_id } = await server.ok('POST /api/tasks', { body });
  const read = await server.ok('GET /api/standing-approvals/:id', { params: { id: approval_id ?? '' } });
  expect(read.env).toEqual({ TOKEN: null });
  expect(JSON.stringify([read, await list()])).not.toContain('hunter2');
});
