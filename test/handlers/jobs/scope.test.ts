/** ATTACKS.md 33 and 35: every route that names a job, under every kind of scope. Lists show the same as single reads. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createDevice,
  createJob,
  createPerson,
  createPlace,
  createSite,
  type MadeDevice,
  type Place,
} from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let mine: Place;
let other: Place;
/** One in my department, one beside it in my site, one in another site of my company, one elsewhere, one nowhere. */
const devices: Record<string, MadeDevice> = {};
const jobs: Record<string, string> = {};
beforeAll(async () => {
  server = await startServer();
  [mine, other] = [await createPlace(server.db), await createPlace(server.db)];
  const secondSite = await createSite(server.db, mine.client_id);
  devices.department = await createDevice(server.db, mine);
  devices.site = await createDevice(server.db, { client_id: mine.client_id, site_id: mine.site_id });
  devices.company = await createDevice(server.db, { client_id: mine.client_id, ...secondSite });
  devices.elsewhere = await createDevice(server.db, other);
  devices.nowhere = await createDevice(server.db);
  for (const [name, device] of Object.entries(devices)) jobs[name] = await createJob(server.db, device);
});
afterAll(() => server.stop());

const scopes = {
  client: () => ({ scope_type: 'client' as const, scope_id: mine.client_id, sees: ['company', 'department', 'site'] }),
  site: () => ({ scope_type: 'site' as const, scope_id: mine.site_id, sees: ['department', 'site'] }),
  group: () => ({ scope_type: 'group' as const, scope_id: mine.group_id, sees: ['department'] }),
  agent: () => ({ scope_type: 'agent' as const, scope_id: devices.nowhere?.id ?? '', sees: ['nowhere'] }),
};

const routes = [
  'GET /api/jobs/:id',
  'GET /api/jobs/:id/output',
  'POST /api/jobs/:id/complete',
  'POST /api/jobs/:id/cancel',
  'POST /api/jobs/:id/approve',
  'POST /api/jobs/:id/reject',
] as const;

describe.each(Object.entries(scopes))('scoped to a %s', (_, scope) => {
  test('a list shows what lies in it, and every route refuses the rest with 403 and without a trace', async () => {
    const { sees, ...row } = scope();
    const { token } = await createPerson(server.db, { scopes: [row] });
    const listed = (await server.ok('GET /api/jobs', { token })).jobs.map(({ id }) => id);
    expect(listed.toSorted()).toEqual(sees.map((name) => jobs[name]).toSorted());
    for (const [name, id] of Object.entries(jobs).filter(([name]) => !sees.includes(name)))
      for (const route of routes)
        expect({ name, route, ...(await server.call(route, { token, params: { id } })) }).toMatchObject({
          status: 403,
          body: { code: 'out_of_scope' },
        });
    for (const name of sees)
      expect((await server.call('GET /api/jobs/:id', { token, params: { id: jobs[name] ?? '' } })).status).toBe(200);
    expect(await server.db.sql`select 1 from jobs where status <> 'awaiting_approval'`).toHaveLength(0);
  });

  test('a filter narrows the scope and never widens it', async () => {
    const { sees, ...row } = scope();
    const { token } = await createPerson(server.db, { scopes: [row] });
    for (const [name, device] of Object.entries(devices)) {
      const { jobs: found } = await server.ok('GET /api/jobs', { token, query: { agent_id: device.id } });
      expect(found).toHaveLength(sees.includes(name) ? 1 : 0);
    }
    const { jobs: found } = await server.ok('GET /api/jobs', { token, query: { client_id: other.client_id } });
    expect(found).toEqual([]);
  });
});

test('a job follows its device to its new place, and stays with the last one when the device is deleted', async () => {
  const [from, to] = [await createPlace(server.db), await createPlace(server.db)];
  const device = await createDevice(server.db, from);
  const id = await createJob(server.db, device, { status: 'completed' });
  const [before, after] = [
    await createPerson(server.db, { scopes: [{ scope_type: 'site', scope_id: from.site_id }] }),
    await createPerson(server.db, { scopes: [{ scope_type: 'site', scope_id: to.site_id }] }),
  ];
  const sees = async (token: string) => {
    const { status } = await server.call('GET /api/jobs/:id', { token, params: { id } });
    const { jobs: listed } = await server.ok('GET /api/jobs', { token });
    expect(status).toBe(listed.length === 1 ? 200 : 403);
    return listed.length === 1;
  };
  expect([await sees(before.token), await sees(after.token)]).toEqual([true, false]);

  await server.ok('PATCH /api/devices/:id/site', { params: { id: device.id }, body: { site_id: to.site_id } });
  expect([await sees(before.token), await sees(after.token)]).toEqual([false, true]);

  await server.ok('DELETE /api/devices/:id', { params: { id: device.id } });
  expect([await sees(before.token), await sees(after.token)]).toEqual([false, true]);
  const job = await server.ok('GET /api/jobs/:id', { params: { id } });
  expect(job).toMatchObject({ agent_hostname: device.hostname, client_id: to.client_id, status: 'completed' });
});
