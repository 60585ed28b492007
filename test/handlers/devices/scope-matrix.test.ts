import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endpoints } from '../../../handlers/index.ts';
import { createDevice, createPerson, createPlace, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

/** ATTACKS.md 33: every id-bearing route of organisation, devices and enrollment tokens × every kind of scope × a foreign id. */
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

type Call = { id?: () => string; body?: () => unknown };
const device = () => foreign.device;
const name = () => ({ name: 'Taken over' });

const calls: Record<string, Call[]> = {
  'PATCH /api/clients/:id': [{ id: () => foreign.client_id, body: name }],
  'DELETE /api/clients/:id': [{ id: () => foreign.client_id }],
  'POST /api/sites': [{ body: () => ({ client_id: foreign.client_id, name: 'X' }) }],
  'PATCH /api/sites/:id': [{ id: () => foreign.site_id, body: name }],
  'DELETE /api/sites/:id': [{ id: () => foreign.site_id }],
  'POST /api/groups': [{ body: () => ({ site_id: foreign.site_id, name: 'X' }) }],
  'PATCH /api/groups/:id': [{ id: () => foreign.group_id, body: name }],
  'DELETE /api/groups/:id': [{ id: () => foreign.group_id }],
  'GET /api/devices/:id': [{ id: device }],
  'GET /api/devices/:id/inventory': [{ id: device }],
  'PATCH /api/devices/:id': [{ id: device, body: () => ({ note: 'x' }) }],
  'PATCH /api/devices/:id/remote-ids': [{ id: device, body: () => ({ extprov_a_id: 'x' }) }],
  'PATCH /api/devices/:id/site': [
    { id: device, body: () => ({ site_id: mine.site_id }) },
    { id: () => mine.device, body: () => ({ site_id: foreign.site_id }) },
  ],
  'PATCH /api/devices/:id/group': [
    { id: device, body: () => ({ group_id: foreign.group_id }) },
    { id: device, body: () => ({ group_id: null }) },
  ],
  'DELETE /api/devices/:id': [{ id: device }],
  'POST /api/devices/:id/revoke': [{ id: device }],
  'POST /api/devices/bulk/move': [
    { body: () => ({ agent_ids: [foreign.device], site_id: mine.site_id }) },
    { body: () => ({ agent_ids: [mine.device, foreign.device], site_id: mine.site_id, group_id: mine.group_id }) },
    { body: () => ({ agent_ids: [mine.device], site_id: foreign.site_id, group_id: foreign.group_id }) },
  ],
  'POST /api/devices/bulk/delete': [{ body: () => ({ agent_ids: [foreign.device], confirm_count: 1 }) }],
  'POST /api/enroll-tokens': [{ body: () => ({ site_id: foreign.site_id }) }],
  'DELETE /api/enroll-tokens/:id': [{ id: () => foreign.enrollToken }],
};

/** Everything there is about both places, to see that a refusal changed nothing. */
const state = () => server.db.sql`
  select (select jsonb_agg(c order by id) from clients c) as clients, (select jsonb_agg(s order by id) from sites s) as sites,
         (select jsonb_agg(g order by id) from groups g) as groups, (select jsonb_agg(d order by id) from devices d) as devices,
         (select jsonb_agg(t order by id) from enroll_tokens t) as tokens`;

test.each(['client', 'site', 'group', 'agent'] as const)(
  'a caller scoped to a %s, with every permission, gets 403 for every foreign id and changes nothing',
  async (scope_type) => {
    const ids = { client: mine.client_id, site: mine.site_id, group: mine.group_id, agent: mine.device };
    const { token } = await createPerson(server.db, { scopes: [{ scope_type, scope_id: ids[scope_type] }] });
    const before = await state();
    for (const [route, variants] of Object.entries(calls))
      for (const { id, body } of variants) {
        const answer = await server.call(route, { token, params: { id: id?.() ?? '' }, body: body?.() });
        expect([route, answer.status, answer.body.code]).toEqual([route, 403, 'out_of_scope']);
        expect(JSON.stringify(answer.body)).not.toMatch(/company-|site-|department-|host-/);
      }
    expect(await state()).toEqual(before);
  },
);

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

test('the matrix names every id-bearing route of these nouns', () => {
  const nouns = /^\w+ \/api\/(clients|sites|groups|devices|enroll-tokens)(\/|$)/;
  const bearing = endpoints
    .filter(({ route, path, body }) => nouns.test(route) && (path.includes(':') || body))
    .map(({ route }) => route)
    .filter((route) => route !== 'POST /api/clients'); // bears no id; clients.test.ts has its refusal
  expect(bearing.filter((route) => !(route in calls))).toEqual([]);
});
