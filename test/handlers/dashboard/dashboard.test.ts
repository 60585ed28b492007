import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApplication } from '../../applications.ts';
import { createAlert, createDevice, createJob, createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(() => server.db.ownerSql`truncate alerts, jobs, job_output, devices, sites, groups, clients cascade`);

const dashboard = (token?: string) => server.ok('GET /api/dashboard', { token });

test('counts devices and companies, the one with most offline first, the unassigned as one of their own', async () => {
  const [a, b] = [await createPlace(server.db, 'Alpha'), await createPlace(server.db, 'Bravo')];
  await createPlace(server.db, 'Without devices');
  const waiting = await createDevice(server.db, { ...a, status: 'online' });
  await createDevice(server.db, { ...a, status: 'offline' });
  for (let i = 0; i < 2; i++) await createDevice(server.db, { ...b, status: 'offline' });
  await createDevice(server.db, { status: 'online' });
  await createJob(server.db, waiting);
  const { devices, companies } = await dashboard();
  expect(devices).toEqual({ total: 5, online: 2 });
  expect(companies).toEqual([
    { client_id: b.client_id, name: 'Bravo', total: 2, online: 0, awaiting: 0 },
    { client_id: a.client_id, name: 'Alpha', total: 2, online: 1, awaiting: 1 },
    { client_id: null, name: null, total: 1, online: 1, awaiting: 0 },
  ]);
});

test('the five newest waiting jobs, without script and output', async () => {
  const device = await createDevice(server.db);
  const made: string[] = [];
  for (let i = 0; i < 7; i++) made.push(await createJob(server.db, device, { script: 'echo a-secret' }));
  const { jobs } = await dashboard();
  expect(jobs?.awaiting).toBe(7);
  expect(jobs?.awaiting_items.map(({ id }) => id)).toEqual(made.toReversed().slice(0, 5));
  expect(JSON.stringify(jobs)).not.toContain('a-secret');
});

test('failures of the last 24 hours, in the hour in which they happened', async () => {
  const device = await createDevice(server.db);
  for (const minutesAgo of [-1, 5, 59, 61, 23 * 60 + 59, 24 * 60 + 1]) {
    const id = await createJob(server.db, device, { status: 'failed' });
    await server.db
      .sql`update jobs set finished_at = now() - ${minutesAgo}::int * interval '1 minute' where id = ${id}`;
  }
  const done = await createJob(server.db, device, { status: 'completed' });
  await server.db.sql`update jobs set finished_at = now() where id = ${done}`;
  const { jobs } = await dashboard();
  expect(jobs).toMatchObject({ failed: 5, failed_window: 24 });
  expect(jobs?.failed_by_hour).toEqual([1, ...Array(21).fill(0), 1, 3]);
});

test('open alerts in scope, errors among them and those of which nobody is told', async () => {
  const [here, there] = [await createPlace(server.db), await createPlace(server.db)];
  const [mine, other] = [await createDevice(server.db, here), await createDevice(server.db, there)];
  await createAlert(server.db, mine, { severity: 'error' });
  const quiet = await createAlert(server.db, mine);
  await createAlert(server.db, mine, { status: 'acknowledged' });
  await createAlert(server.db, mine, { status: 'resolved' });
  await createAlert(server.db, other);
  const silence_until = new Date(Date.now() + 60_000).toISOString();
  await server.ok('POST /api/alerts/:id/suppress', { params: { id: quiet }, body: { silence_until } });
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'site', scope_id: here.site_id }] });
  expect((await dashboard()).alerts).toEqual({ open: 3, error: 1, suppressed: 1 });
  expect((await dashboard(token)).alerts).toEqual({ open: 2, error: 1, suppressed: 1 });
  const { token: blind } = await createPerson(server.db, { permissions: ['devices.view'] });
  expect(await dashboard(blind)).not.toHaveProperty('alerts');
});

test('recent is the eight newest entries of the trail', async () => {
  for (let i = 0; i < 10; i++) await server.ok('POST /api/clients', { body: { name: `Recent ${i}` } });
  const { recent } = await dashboard();
  expect(recent?.map(({ target }) => target?.name)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((n) => `Recent ${n}`));
});

test('an empty fleet has zeros', async () => {
  const empty = await dashboard();
  expect(empty).toMatchObject({ devices: { total: 0, online: 0 }, companies: [] });
  expect(empty.jobs).toMatchObject({ awaiting: 0, failed: 0, failed_by_hour: Array(24).fill(0), awaiting_items: [] });
  expect(empty.alerts).toEqual({ open: 0, error: 0, suppressed: 0 });
  expect(empty.proposals).toEqual({ waiting: 0 });
});

describe('parts that the caller may not see are absent', () => {
  test.each([
    [['devices.view'], ['companies', 'devices', 'proposals']],
    [['jobs.view'], ['jobs']],
    [
      ['devices.view', 'jobs.view'],
      ['companies', 'devices', 'jobs', 'proposals'],
    ],
    [['audit.view'], ['recent']],
    [['clients.view'], []],
    [['clients.manage'], ['proposals']],
  ] as const)('with %j', async (permissions, parts) => {
    const device = await createDevice(server.db, await createPlace(server.db));
    await createJob(server.db, device);
    const { token } = await createPerson(server.db, { permissions: [...permissions] });
    const answer = await dashboard(token);
    expect(Object.keys(answer).toSorted()).toEqual(parts);
    for (const company of answer.companies ?? [])
      expect(Object.hasOwn(company, 'awaiting')).toBe((permissions as readonly string[]).includes('jobs.view'));
  });

  test('a caller with a scope counts what lies in it, and sees no trail', async () => {
    const [mine, other] = [await createPlace(server.db, 'Mine'), await createPlace(server.db, 'Other')];
    for (const place of [mine, other]) {
      const device = await createDevice(server.db, { ...place, status: 'online' });
      await createJob(server.db, device);
      const failed = await createJob(server.db, device, { status: 'failed' });
      await server.db.sql`update jobs set finished_at = now() where id = ${failed}`;
    }
    const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'site', scope_id: mine.site_id }] });
    const answer = await dashboard(token);
    expect(answer.devices).toEqual({ total: 1, online: 1 });
    expect(answer.companies).toEqual([{ client_id: mine.client_id, name: 'Mine', total: 1, online: 1, awaiting: 1 }]);
    expect(answer.jobs).toMatchObject({ awaiting: 1, failed: 1, awaiting_items: [{ client_name: 'Mine' }] });
    expect(answer).not.toHaveProperty('recent');
  });
});

test('AI applications that wait, for whoever may let them in', async () => {
  await createApplication(server.db, { status: 'pending' });
  await createApplication(server.db);
  const place = await createPlace(server.db);
  const scoped = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: place.client_id }] });
  expect((await dashboard()).oauth_apps).toEqual({ pending: 1 });
  expect(await dashboard(scoped.token)).not.toHaveProperty('oauth_apps');
  expect(await dashboard((await createPerson(server.db, { role: 'tech' })).token)).not.toHaveProperty('oauth_apps');
});
