/** What happens at once: saves, approvals, runs, moves and edits of the library. Nothing unapproved goes out in any order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { runScheduled } from '../../../domain/tasks/run.ts';
import { approvalOf, createScene, type Scene } from './scene.ts';

let first: Scene;
beforeAll(async () => {
  first = await createScene();
});
afterAll(() => first.stop());
const fresh = () => createScene({ server: first.server });
const ROUNDS = 12;

const save = ({ server, task }: Scene, args: string[], token: string) =>
  server.call('PUT /api/tasks/:id', { params: { id: task }, body: { args }, token });
const runOnce = ({ server, task }: Scene) =>
  transaction(server.ctx, (ctx) =>
    runScheduled(ctx, task, { scheduledAt: new Date(Date.now() - Math.random() * 1e12), cause: 'schedule' }),
  );

/** Every job that went out without a person: its content, and whether that was the approved one of the start. */
const sent = ({ server, task }: Scene) =>
  server.db.sql<{ args: string[] }[]>`
    select k.args from jobs j join job_contents k on k.sha256 = j.content_sha256
    where j.task_id = ${task} and j.status <> 'awaiting_approval'`;

test('a run at the moment of a save runs what was approved, or proposes what was saved', async () => {
  const scene = await fresh();
  for (let round = 0; round < ROUNDS; round++) {
    const approval = await approvalOf(scene, 'task');
    await Promise.all([save(scene, [`evil ${round}`], scene.editor.token), runOnce(scene), runOnce(scene)]);
    expect((await sent(scene)).filter(({ args }) => args.some((arg) => arg.startsWith('evil')))).toEqual([]);
    await scene.server.db.sql`delete from jobs`;
    await save(scene, ['-a'], scene.editor.token);
    expect(await scene.approve('task')).toBe(200);
    expect((await approvalOf(scene, 'task'))?.id).toBe(approval?.id);
  }
});

test('an approval at the moment of a save approves what was seen, or nothing', async () => {
  const scene = await fresh();
  await save(scene, ['seen'], scene.editor.token);
  for (let round = 0; round < ROUNDS; round++) {
    const form = await approvalOf(scene, 'task');
    const [approved, saved] = await Promise.all([
      scene.server.call('POST /api/standing-approvals/:id/approve', {
        params: { id: form?.id ?? '' },
        body: { form_sha256: form?.form_sha256 },
      }),
      save(scene, [`evil ${round}`], scene.editor.token),
    ]);
    expect([200, 409]).toContain(approved.status);
    expect(saved.status).toBe(200);
    expect(await scene.state('task')).toBe('waiting');
    await runOnce(scene);
    expect(await sent(scene)).toEqual([]);
    await scene.server.db.sql`delete from jobs`;
    await save(scene, ['seen'], scene.editor.token);
  }
});

test('a task that is saved while its library script is edited waits, or is approved with the edit', async () => {
  const scene = await fresh();
  const { server, script } = scene;
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all([
      server.ok('PUT /api/scripts/:id', {
        params: { id: script },
        body: { body: `evil ${round}` },
        token: scene.editor.token,
      }),
      save(scene, [`${round}`], scene.approver.token),
    ]);
    const [row] = await server.db.sql<{ state: string; script: string; same: boolean }[]>`
      select a.state, k.script, k.script = (select body from scripts where id = ${script}) as same
      from standing_approvals a join job_contents k on k.sha256 = a.content_sha256 where a.subject_id = ${scene.task}`;
    expect(row?.same).toBe(true);
    expect(await scene.approve('task')).toBe(200);
  }
});

test('a device that is moved under a policy at the moment of an approval is covered by who saw it, or not at all', async () => {
  const scene = await fresh();
  const { server, outside, place, otherSite } = scene;
  const move = (site_id: string) =>
    server.ok('PATCH /api/devices/:id/site', {
      params: { id: outside.id },
      body: { site_id },
      token: scene.editor.token,
    });
  for (let round = 0; round < ROUNDS; round++) {
    await save(scene, [`${round}`], scene.editor.token);
    const form = await approvalOf(scene, 'task');
    const [approved] = await Promise.all([
      server.call('POST /api/standing-approvals/:id/approve', {
        params: { id: form?.id ?? '' },
        body: { form_sha256: form?.form_sha256, confirm_count: 1 },
      }),
      move(place.site_id),
    ]);
    const outcome = await scene.run('task', outside);
    expect(approved.status === 409 || approved.status === 200).toBe(true);
    expect(outcome).toBe('proposed');
    await move(otherSite.site_id);
  }
});

test('of two who approve and reject at once both are told the truth, and the last word holds', async () => {
  const scene = await fresh();
  await save(scene, ['x'], scene.editor.token);
  const form = await approvalOf(scene, 'task');
  const call = { params: { id: form?.id ?? '' }, body: { form_sha256: form?.form_sha256 } };
  const answers = await Promise.all([
    scene.server.call('POST /api/standing-approvals/:id/approve', call),
    scene.server.call('POST /api/standing-approvals/:id/reject', call),
  ]);
  const state = await scene.state('task');
  expect(answers.map(({ body }) => body.state)).toContain(state);
  expect(await scene.run('task')).toBe(state === 'approved' ? 'dispatched' : 'proposed');
});
