/** Whoever changes what runs by itself without being allowed to stops it: somebody who may approve has to hear of that. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScene, kinds, type Scene } from './scene.ts';

let scene: Scene;
/** A webhook asks for the event, and notices stay where they can be read. */
beforeAll(async () => {
  scene = await createScene();
  await scene.server.db.sql`
    insert into webhooks (name, url, secret, events, created_by)
    values ('x', 'https://hook.invalid/', 's', '{job.awaiting_approval}', '{"name":"x"}')`;
  await scene.server.db.ownerSql.unsafe(`
    create function untold() returns trigger language plpgsql as
      $$ begin new.failed_at := now(); return new; end $$;
    create trigger untold before insert on notices for each row execute function untold()`);
});
afterAll(() => scene.stop());
beforeEach(async () => {
  for (const kind of kinds) if ((await scene.state(kind)) !== 'approved') expect(await scene.approve(kind)).toBe(200);
  await scene.server.db.sql`delete from notices`;
});

const noted = () => scene.server.db.sql<{ event: string; agent_id: string | null; subject_id: string; said: object }[]>`
  select n.event, n.agent_id, n.subject_kind, n.details as said from notices n
  join standing_approvals s on s.id = n.subject_id
  order by array_position(array['task', 'check', 'remediation'], s.subject_kind)`;
const word = (standing: string, name: string, requested_by: string, agent_id: string | null = null) => ({
  ...{ event: 'job.awaiting_approval', agent_id, subject_kind: 'standing_approval' },
  said: { standing, name, requested_by },
});
const editCheck = (body: object, token?: string) =>
  scene.server.ok('PUT /api/checks/:id', { params: { id: scene.check }, body, ...(token && { token }) });
const editScript = (body: object, token?: string) =>
  scene.server.ok('PUT /api/scripts/:id', { params: { id: scene.script }, body, ...(token && { token }) });

describe('word goes out', () => {
  test('of what a save by somebody who may not approve makes wait, once until it is decided', async () => {
    const { editor } = scene;
    await editCheck({ interval_sec: 120 }, editor.token);
    const both = [word('check', 'Look', editor.username), word('remediation', 'Look', editor.username)];
    expect(await noted()).toEqual(both);
    await editCheck({ interval_sec: 180 }, editor.token);
    expect(await noted()).toEqual(both);
    expect(await scene.approve('check')).toBe(200);
    await editCheck({ interval_sec: 240 }, editor.token);
    expect(await noted()).toHaveLength(3);
  });

  test('of all that an edit of their library script makes wait, by whomever, once', async () => {
    await editScript({ body: `echo ${Math.random()}` }, scene.approver.token);
    await editScript({ body: `echo ${Math.random()}` }, scene.editor.token);
    expect(await noted()).toEqual([
      word('task', 'Mend nightly', scene.approver.username),
      word('check', 'Look', scene.approver.username),
      word('remediation', 'Look', scene.approver.username),
    ]);
  });

  test('of what its script cannot run any more, once', async () => {
    const { server, editor } = scene;
    const needing = [{ name: 'NEEDED', type: 'text', required: true }];
    await editScript({ parameters: needing }, editor.token);
    await editScript({ parameters: [...needing, { name: 'ALSO', type: 'text', required: true }] }, editor.token);
    expect((await noted()).map(({ said }) => said)).toMatchObject(kinds.map((standing) => ({ standing })));
    await editScript({ parameters: [] });
    await server.db.sql`delete from notices`;
  });

  test('of a new one, with the device that it is of', async () => {
    const { server, editor, device } = scene;
    const { id } = await server.ok('POST /api/tasks', {
      token: editor.token,
      body: {
        name: 'Own',
        shell: 'bash',
        script: 'true',
        schedule_kind: 'interval',
        interval_sec: 600,
        agent_id: device.id,
      },
    });
    expect(await noted()).toEqual([word('task', 'Own', editor.username, device.id)]);
    await server.ok('DELETE /api/tasks/:id', { params: { id } });
  });
});

describe('no word goes out', () => {
  test('of a save that approves, and of one that changes nothing that runs', async () => {
    await editCheck({ interval_sec: 360 }, scene.approver.token);
    await editScript({ name: 'Mend more' }, scene.editor.token);
    expect(await noted()).toEqual([]);
  });

  test('of what was rejected and stays so', async () => {
    const { server, editor } = scene;
    await editCheck({ interval_sec: 420 }, editor.token);
    const [row] = await server.db.sql<{ id: string; form_sha256: string }[]>`
      select id, form_sha256 from standing_approvals where subject_kind = 'check'`;
    await server.ok('POST /api/standing-approvals/:id/reject', {
      params: { id: row?.id ?? '' },
      body: { form_sha256: row?.form_sha256 },
    });
    await editCheck({ name: 'Look' }, editor.token);
    expect(await noted()).toHaveLength(2);
  });
});
