/**
 * Every endpoint that takes an id, with an id of another company, for callers scoped at each level: refused, nothing of
 * it told, nothing changed (ATTACKS.md 33 to 35). Endpoints come from the registry, ids from fixtures.ts.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyEndpoint } from '../../runtime/endpoint.ts';
import { createApiToken, createPerson } from '../factories.ts';
import { type Answer, startServer, type TestServer } from '../harness.ts';
import { asks, guarded, idsOf, named } from './declarations.ts';
import { type ForeignCall, foreignCalls } from './fixtures.ts';
import { createWorld, secretsOf, stateOf, type World } from './world.ts';

let server: TestServer;
let world: World;
let secrets: string[];
/** Somebody with every permission, in one row of the caller's own company. */
const callers: Record<string, string> = {};
beforeAll(async () => {
  server = await startServer();
  world = await createWorld(server);
  secrets = await secretsOf(server, world.foreign);
  const { client, site, group, device } = world.mine;
  for (const [scope_type, scope_id] of [
    ['client', client],
    ['site', site],
    ['group', group],
    ['agent', device],
  ] as const)
    callers[scope_type] = (await createPerson(server.db, { scopes: [{ scope_type, scope_id }] })).token;
  const owner = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: client }] });
  callers['client, by a token'] = (await createApiToken(server.db, { userId: owner.id })).token;
});
afterAll(() => server.stop());

/** Whoever has a scope is refused an unscoped endpoint whatever it names (access.test.ts). */
const bearing = guarded.filter((endpoint) => idsOf(endpoint).length > 0 && !asks(endpoint, 'unscoped'));

/** Strings that a call sends, by the path of the id that they are. */
function sentIds(call: ForeignCall): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const walk = (value: unknown, at: string): void => {
    if (typeof value === 'string') found.set(at, [...(found.get(at) ?? []), value]);
    else if (Array.isArray(value)) for (const item of value) walk(item, at);
    else if (value)
      for (const [key, item] of Object.entries(value)) {
        // A record may be keyed by ids.
        found.set(at, [...(found.get(at) ?? []), key]);
        walk(item, `${at}.${key}`);
      }
  };
  for (const [part, value] of Object.entries({ params: call.params, query: call.query, body: call.body }))
    walk(value, part);
  return found;
}

const callsOf = ({ route }: AnyEndpoint): ForeignCall[] => foreignCalls[route]?.(world) ?? [];

test('ids are found in path, query and body, in lists and deep inside', () => {
  const at = (route: string) => guarded.filter((endpoint) => endpoint.route === route).flatMap(idsOf);
  expect(at('GET /api/jobs')).toEqual(['query.agent_id', 'query.batch_id', 'query.alert_id', 'query.client_id']);
  expect(at('POST /api/devices/bulk/move')).toEqual(['body.agent_ids', 'body.site_id', 'body.group_id']);
  expect(at('PUT /api/users/:id/scopes')).toEqual(['params.id', 'body.scopes.scope_id']);
});

test.each(named(bearing))('$route has fixtures that put a foreign id wherever it takes one', ({ route, endpoint }) => {
  expect(foreignCalls, `add ${route} to test/access/fixtures.ts`).toHaveProperty([route]);
  const foreign = Object.values(world.foreign);
  const tried = callsOf(endpoint).flatMap((call) =>
    [...sentIds(call)].filter(([, values]) => values.some((value) => foreign.includes(value))).map(([at]) => at),
  );
  const missing = idsOf(endpoint).filter((at) => !tried.includes(at));
  expect(missing, `${route}: no call in test/access/fixtures.ts sends a foreign id there`).toEqual([]);
});

test('no fixture is for an endpoint that is gone', () => {
  const routes: string[] = bearing.map(({ route }) => route);
  expect(Object.keys(foreignCalls).filter((route) => !routes.includes(route))).toEqual([]);
});

function judge({ status, body }: Answer, call: ForeignCall): void {
  const expected = call.answer ?? 'out_of_scope';
  if (expected === 'nothing') {
    const lists = Object.values(body).filter(Array.isArray);
    expect({ status, lists }).toEqual({ status: 200, lists: lists.map(() => []) });
    expect(lists.length).toBeGreaterThan(0);
  } else if (expected === 'unknown') expect(status).toBe(404);
  else expect({ status, code: body?.code }).toEqual({ status: 403, code: expected });
  for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret);
}

describe.each(named(bearing))('$route', ({ route, endpoint }) => {
  test('refuses what lies outside the scope, tells nothing of it and changes nothing', async () => {
    const before = await stateOf(server);
    for (const [scope, caller] of Object.entries(callers))
      for (const call of callsOf(endpoint)) {
        if (scope.endsWith('token') && asks(endpoint, 'userSession')) continue; // refused as a token before that
        const { params, query, body } = call;
        const answer = await server.call(route, { token: caller, params, query, body });
        expect.soft(() => judge(answer, call), `scoped to a ${scope}: ${JSON.stringify(call)}`).not.toThrow();
      }
    expect(await stateOf(server)).toEqual(before);
  });
});

/** The place of every id in a path, filled with ones that nobody has. */
const inPath = bearing.filter(({ path }) => path.includes(':'));
test.each(named(inPath))('$route is 404 for an id that nobody has', async ({ route, endpoint }) => {
  for (const call of callsOf(endpoint).slice(0, 1)) {
    const params = Object.fromEntries(Object.keys(call.params ?? {}).map((key) => [key, crypto.randomUUID()]));
    for (const token of Object.values(callers).slice(0, 4))
      expect((await server.call(route, { token, params, body: call.body })).status).toBe(404);
  }
});
