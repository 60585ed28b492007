/** Every way to change where something approved runs: assignments, moves, scope, enrollment (docs/attacks.md). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDevice, createPerson, createSite } from '../../factories.ts';
import { createScene, kinds, type Scene, withheld } from './scene.ts';

let first: Scene;
beforeAll(async () => {
  first = await createScene();
});
afterAll(() => first.stop());
const fresh = () => createScene({ server: first.server });

const assign = ({ server, policy }: Scene, scope_type: string, scope_id: string, token: string) =>
  server.call('POST /api/policies/:id/assignments', { params: { id: policy }, body: { scope_type, scope_id }, token });

test('a policy that holds something approved is assigned further by somebody with jobs.manage alone', async () => {
  const scene = await fresh();
  for (const [type, id] of [
    ['agent', scene.outside.id],
    ['group', scene.otherSite.group_id],
    ['site', scene.otherSite.site_id],
    ['client', scene.place.client_id],
  ] as const)
    expect(await assign(scene, type, id, scene.editor.token)).toMatchObject({
      status: 403,
      body: { code: 'jobs_manage_required' },
    });
  for (const kind of ['check', 'remediation'] as const) expect(await scene.state(kind)).toBe('approved');
  expect((await assign(scene, 'agent', scene.outside.id, scene.approver.token)).status).toBe(201);
  for (const kind of kinds) expect(await scene.run(kind, scene.outside)).toBe('dispatched');
});

test('while all of it waits anybody assigns it, and who approves then sees what it reaches', async () => {
  const scene = await fresh();
  const { server } = scene;
  const token = scene.editor.token;
  await server.ok('PUT /api/tasks/:id', { params: { id: scene.task }, body: { args: [] }, token });
  const program = { script_id: scene.script };
  await server.ok('PUT /api/checks/:id', {
    params: { id: scene.check },
    body: { config: program, remediation: program },
    token,
  });
  expect((await assign(scene, 'agent', scene.outside.id, token)).status).toBe(201);
  for (const kind of kinds) {
    expect(await scene.run(kind, scene.outside)).toBe(withheld(kind));
    expect(await scene.approve(kind)).toBe(200);
    expect(await scene.run(kind, scene.outside)).toBe('dispatched');
  }
});

test('what waits and reaches further since is not approved by a save that brings its form back', async () => {
  const scene = await fresh();
  const save = (token: string) => rename(scene, token);
  await save(scene.editor.token);
  await save(scene.approver.token);
  for (const kind of kinds) expect(await scene.run(kind)).toBe('dispatched');
  await save(scene.editor.token);
  expect((await assign(scene, 'agent', scene.outside.id, scene.editor.token)).status).toBe(201);
  await save(scene.approver.token);
  for (const kind of kinds) expect(await scene.run(kind, scene.outside)).toBe(withheld(kind));
});

/** A save that changes nothing of what runs. */
async function rename({ server, task, check }: Scene, token: string): Promise<void> {
  await server.ok('PUT /api/tasks/:id', { params: { id: task }, body: { name: 'Renamed' }, token });
  await server.ok('PUT /api/checks/:id', { params: { id: check }, body: { name: 'Renamed' }, token });
}

/** Brings the outside device under the policy. */
const moves: [string, (scene: Scene, token: string) => Promise<unknown>][] = [
  [
    'moved alone',
    ({ server, outside, place }, token) =>
      server.ok('PATCH /api/devices/:id/site', { params: { id: outside.id }, body: { site_id: place.site_id }, token }),
  ],
  [
    'moved with others',
    ({ server, outside, device, place }, token) =>
      server.ok('POST /api/devices/bulk/move', {
        body: { agent_ids: [outside.id, device.id], site_id: place.site_id },
        token,
      }),
  ],
];

describe.each(kinds)('a %s', (kind) => {
  test.each(moves)(
    'is proposed on a device that is %s under it by somebody without jobs.manage, and nowhere else',
    async (_, move) => {
      const scene = await fresh();
      await move(scene, scene.editor.token);
      expect(await scene.run(kind, scene.outside)).toBe(withheld(kind));
      expect(await scene.run(kind, scene.device)).toBe('dispatched');
      expect(await scene.approve(kind)).toBe(200);
      expect(await scene.run(kind, scene.outside)).toBe('dispatched');
    },
  );

  test.each(moves)('is proposed on a device that was %s under it by others, whoever saves it then', async (_, move) => {
    const scene = await fresh();
    await move(scene, scene.editor.token);
    await rename(scene, scene.editor.token);
    await rename(scene, scene.approver.token);
    expect(await scene.run(kind, scene.device)).toBe('dispatched');
    expect(await scene.run(kind, scene.outside)).toBe(withheld(kind));
    const late = await fresh();
    await rename(late, late.editor.token);
    await move(late, late.editor.token);
    await rename(late, late.approver.token);
    expect(await late.run(kind, late.device)).toBe('dispatched');
    expect(await late.run(kind, late.outside)).toBe(withheld(kind));
  });

  test.each(moves)('covers a device that is %s under it by somebody with jobs.manage', async (_, move) => {
    const scene = await fresh();
    await move(scene, scene.approver.token);
    expect(await scene.run(kind, scene.outside)).toBe('dispatched');
  });

  test('is proposed on a device that is put into a department of it by somebody without jobs.manage', async () => {
    const scene = await fresh();
    const { server, otherSite, outside } = scene;
    const { group_id } = await createGroup(scene);
    expect((await assign(scene, 'group', group_id, scene.approver.token)).status).toBe(201);
    const put = (id: string | null, token: string) =>
      server.ok('PATCH /api/devices/:id/group', { params: { id: outside.id }, body: { group_id: id }, token });
    await put(group_id, scene.editor.token);
    expect(await scene.run(kind, outside)).toBe(withheld(kind));
    // Away and back again, by the same and then by somebody who may.
    await put(otherSite.group_id, scene.editor.token);
    await put(group_id, scene.editor.token);
    expect(await scene.run(kind, outside)).toBe(withheld(kind));
    await put(otherSite.group_id, scene.approver.token);
    await put(group_id, scene.approver.token);
    expect(await scene.run(kind, outside)).toBe('dispatched');
  });

  test('stays covered on a device that it reached already, wherever that is moved within its reach', async () => {
    const scene = await fresh();
    const { server } = scene;
    const { site_id } = await createSite(server.db, scene.place.client_id);
    expect((await assign(scene, 'site', site_id, scene.approver.token)).status).toBe(201);
    await server.ok('PATCH /api/devices/:id/site', {
      params: { id: scene.device.id },
      body: { site_id },
      token: scene.editor.token,
    });
    expect(await scene.run(kind)).toBe('dispatched');
  });

  test('does not run where it no longer reaches', async () => {
    const scene = await fresh();
    const { server } = scene;
    await server.ok('PATCH /api/devices/:id/site', {
      params: { id: scene.device.id },
      body: { site_id: scene.otherSite.site_id },
      token: scene.editor.token,
    });
    if (kind === 'task') expect(await scene.run(kind)).toBe('nothing');
  });

  test('covers a machine that enrolls into a place of it: the token names the place, and was made for that', async () => {
    const scene = await fresh();
    const machine = await createDevice(scene.server.db, scene.place);
    expect(await scene.run(kind, machine)).toBe('dispatched');
  });
});

describe('a check that restarts a service', () => {
  const restarting = async () => {
    const scene = await fresh();
    const config = { name: 'nginx', restart_if_stopped: true };
    const check = { type: 'service', name: 'Keeps it up', config, policy_id: scene.policy };
    await scene.server.ok('POST /api/checks', { body: check, token: scene.approver.token });
    return scene;
  };

  test.each(moves)('comes to no device that is %s under it by somebody without jobs.manage', async (_, move) => {
    const scene = await restarting();
    await expect(move(scene, scene.editor.token)).rejects.toThrow('jobs_manage_required');
    const stayed = await scene.server.ok('GET /api/devices/:id', { params: { id: scene.outside.id } });
    expect(stayed.site_id).toBe(scene.otherSite.site_id);
    await move(scene, scene.approver.token);
  });

  test('holds up no move of a device that it reaches already, and none away from it', async () => {
    const { server, device, place, otherSite, policy, editor, approver } = await restarting();
    const { site_id } = await createSite(server.db, place.client_id);
    const body = { scope_type: 'site', scope_id: site_id };
    await server.ok('POST /api/policies/:id/assignments', { params: { id: policy }, body, token: approver.token });
    for (const to of [site_id, otherSite.site_id])
      await server.ok('PATCH /api/devices/:id/site', {
        params: { id: device.id },
        body: { site_id: to },
        token: editor.token,
      });
  });
});

async function createGroup({ server, otherSite, place }: Scene): Promise<{ group_id: string }> {
  const [group] = await server.db.sql<{ id: string }[]>`
    insert into groups (client_id, site_id, name) values (${place.client_id}, ${otherSite.site_id}, 'Second') returning id`;
  return { group_id: group?.id ?? '' };
}

test('an edit of the policy itself changes nothing: its name is all it has', async () => {
  const scene = await fresh();
  await scene.server.ok('PUT /api/policies/:id', {
    params: { id: scene.policy },
    body: { name: 'Other' },
    token: scene.editor.token,
  });
  for (const kind of kinds) expect(await scene.run(kind)).toBe('dispatched');
});

test('what somebody without jobs.manage adds to an approved policy waits, whatever else is approved there', async () => {
  const scene = await fresh();
  const { server, policy, editor } = scene;
  const body = {
    name: 'Slipped in',
    shell: 'bash',
    script: 'id',
    schedule_kind: 'interval',
    interval_sec: 60,
    policy_id: policy,
  };
  const task = await server.ok('POST /api/tasks', { body, token: editor.token });
  expect(task.approval).toBe('waiting');
  expect(await createScene({ server }).then((other) => other.run('task'))).toBe('dispatched');
  const ran = await server.ok('POST /api/tasks/:id/run', { params: { id: task.id } });
  expect(ran).toMatchObject({ dispatched: 0, proposed: 1 });
});

test('a run by hand goes out only when the approval covers it and the caller holds jobs.manage too', async () => {
  const scene = await fresh();
  const { server, task } = scene;
  const run = async (token: string) => {
    const answer = await server.ok('POST /api/tasks/:id/run', { params: { id: task }, token });
    await server.db.sql`delete from jobs`;
    return answer;
  };
  expect(await run(scene.approver.token)).toMatchObject({ queued: 1, dispatched: 1, proposed: 0 });
  expect(await run(scene.editor.token)).toMatchObject({ queued: 1, dispatched: 0, proposed: 1 });
  await server.ok('PUT /api/tasks/:id', { params: { id: task }, body: { args: [] }, token: scene.editor.token });
  const admin = await createPerson(server.db);
  expect(await run(admin.token)).toMatchObject({ queued: 1, dispatched: 0, proposed: 1 });
});
