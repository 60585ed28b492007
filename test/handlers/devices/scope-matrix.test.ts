import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDevice, createPerson, createPlace, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

/** What each kind of scope row shows, and lets its holder manage. Foreign ids are refused in test/access/foreign.test.ts. */
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let mine: Place & { device: string };
let foreign: Place & { device: string; enrollToken: string };
beforeEach(async () => {
  const place = await createPlace(server.db);
  mine = { ...place, device: (await createDevice(server.db, place)).id };
  const elsewhere = await createPlace(server.db);
  const { id } = await server.ok('POST /api/enroll-tokens', { body: { site_id: elsewhere.site_id } });
  foreign = { ...elsewhere, device: (await createDevice(server.db, elsewhere)).id, enrollToken: id };
});

test('lists show a scoped caller nothing of a foreign company', async () => {
  for (const scope of [
    { scope_type: 'client', scope_id: mine.client_id },
    { scope_type: 'site', scope_id: mine.site_id },
    { scope_type: 'group', scope_id: mine.group_id },
    { scope_type: 'agent', scope_id: mine.device },
  ] as const) {
    const { token } = await createPerson(server.db, { scopes: [scope] });
    const { clients } = await server.ok('GET /api/clients', { token });
    expect(clients.map(({ id, device_count }) => [id, device_count])).toEqual([[mine.client_id, 1]]);
    const { sites } = await server.ok('GET /api/sites', { token });
    expect(sites.map(({ id, device_count }) => [id, device_count])).toEqual([[mine.site_id, 1]]);
    const { groups } = await server.ok('GET /api/groups', { token });
    expect(groups.map(({ id, device_count }) => [id, device_count])).toEqual([[mine.group_id, 1]]);
    const { devices, total } = await server.ok('GET /api/devices', { token });
    expect([total, devices.map(({ id }) => id)]).toEqual([1, [mine.device]]);
    expect((await server.ok('GET /api/enroll-tokens', { token })).enroll_tokens).toEqual([]);
    for (const query of [{ client_id: foreign.client_id }, { site_id: foreign.site_id }])
      for (const route of ['GET /api/devices', 'GET /api/sites', 'GET /api/groups']) {
        const fits =
          route === 'GET /api/sites' ? 'client_id' in query : route !== 'GET /api/groups' || 'site_id' in query;
        if (!fits) continue;
        const answer = await server.call(route, { token, query: Object.fromEntries(Object.entries(query)) });
        expect([route, answer.status, JSON.stringify(answer.body)]).toEqual([
          route,
          200,
          expect.stringContaining('[]'),
        ]);
      }
  }
});

/** Which nodes above and at its own level a scope row lets its holder manage (CONTRACT.md, Access). */
test.each([
  ['client', { client: true, site: true, group: true }],
  ['site', { client: false, site: true, group: true }],
  ['group', { client: false, site: false, group: true }],
  ['agent', { client: false, site: false, group: false }],
] as const)(
  'a caller scoped to a %s manages what lies inside its row, and only sees what is above',
  async (kind, manages) => {
    const ids = { client: mine.client_id, site: mine.site_id, group: mine.group_id, agent: mine.device };
    const { token } = await createPerson(server.db, { scopes: [{ scope_type: kind, scope_id: ids[kind] }] });
    const renames = { client: 'PATCH /api/clients/:id', site: 'PATCH /api/sites/:id', group: 'PATCH /api/groups/:id' };
    for (const level of ['client', 'site', 'group'] as const) {
      const sent = { token, params: { id: ids[level] }, body: { name: `renamed by ${kind}` } };
      expect([level, (await server.call(renames[level], sent)).status]).toEqual([level, manages[level] ? 200 : 403]);
    }
    const site = { token, body: { client_id: mine.client_id, name: `new of ${kind}` } };
    expect((await server.call('POST /api/sites', site)).status).toBe(manages.client ? 201 : 403);
    const group = { token, body: { site_id: mine.site_id, name: `new of ${kind}` } };
    expect((await server.call('POST /api/groups', group)).status).toBe(manages.site ? 201 : 403);
  },
);
