/**
 * Who may call what, over every endpoint there is: a new one is picked up from the registry, needs its line in
 * access/declared.ts, and has to be refused to everybody that its declaration does not admit (ATTACKS.md 16, 23, 33;
 * SPEC.md, Authentication). Ids outside the caller's scope: access/foreign.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeAccess, permissionsOf } from '../runtime/access.ts';
import type { AnyEndpoint } from '../runtime/endpoint.ts';
import { auditActions } from '../schema/audit.ts';
import { builtinRoles, isPermission, type Permission, permissionKeys } from '../schema/permissions.ts';
import { createRefusedCredentials, type RefusedCredential } from './access/credentials.ts';
import { admits, all, asks, guarded, named, partsOf } from './access/declarations.ts';
import { declared } from './access/declared.ts';
import { createApiToken, createPerson, createPlace, type Person } from './factories.ts';
import { type Answer, startServer, type TestServer } from './harness.ts';

const METRICS_TOKEN = 'metrics-token-of-the-access-test';

let server: TestServer;
/** Everything a person can hold, within one company. */
let scoped: string;
let unbound: string;
let refused: RefusedCredential[];
beforeAll(async () => {
  server = await startServer({
    RMM_METRICS_TOKEN: METRICS_TOKEN,
    RMM_MCP_PUBLIC_URL: 'https://mcp.example.com',
    RMM_MCP_OAUTH_ENABLED: 'true',
  });
  const { client_id } = await createPlace(server.db);
  scoped = (await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: client_id }] })).token;
  unbound = (await createApiToken(server.db)).token;
  refused = await createRefusedCredentials(server, METRICS_TOKEN);
});
afterAll(() => server.stop());

/** A call that is well-formed as far as the path goes; by default as the bootstrap token. */
function call(endpoint: AnyEndpoint, token?: string | null, sent: { body?: unknown } = {}): Promise<Answer> {
  const params = Object.fromEntries([...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => [name, randomUUID()]));
  return server.call(endpoint.route, { token, params, ...sent });
}

const people = new Map<string, Promise<string>>();
/** Somebody with every permission but these, by a bearer that the endpoint takes. */
function without(keys: Permission[], endpoint?: AnyEndpoint): Promise<string> {
  const id = [...keys.toSorted(), endpoint?.bearer].join();
  const known = people.get(id);
  if (known) return known;
  const permissions = permissionKeys.filter((key) => !keys.includes(key));
  const made = createPerson(server.db, { permissions }).then((person) => tokenOf(person, endpoint));
  people.set(id, made);
  return made;
}

/** Sessions are for the console, not for /mcp. */
const tokenOf = async ({ id, role, token }: Person, endpoint?: AnyEndpoint): Promise<string> =>
  endpoint?.bearer === 'mcp' ? (await createApiToken(server.db, { role, userId: id })).token : token;

/** Where nobody has signed in yet; a new entry here is a decision. */
const open = [
  /^\/healthz$/,
  /^\/readyz$/,
  /^\/api\/auth\//,
  /^\/(?:un)?install\./,
  /^\/dl\//,
  /^\/\.well-known\//,
  /^\/oauth\//,
];

describe.each(named(all))('$route', ({ endpoint }) => {
  test('declares who may call it, in a way that asks for something', () => {
    for (const part of partsOf(endpoint.access)) {
      if (part.kind === 'anyOf' || part.kind === 'allOf') expect(part.of.length).toBeGreaterThan(0);
      if (part.kind === 'decidedBy') expect(part.among.length).toBeGreaterThan(0);
      if (part === endpoint.access) continue;
      expect(['everyone', 'metricsToken'], 'these stand alone: inside another they admit any bearer').not.toContain(
        part.kind,
      );
    }
    expect(permissionsOf(endpoint.access).filter((key) => !isPermission(key))).toEqual([]);
    if (endpoint.access.kind === 'everyone') expect(open.some((path) => path.test(endpoint.path))).toBe(true);
  });

  test('asks for what SPEC.md and CONTRACT.md ask for', () => {
    const { route, access } = endpoint;
    expect(declared, `add ${route} to test/access/declared.ts, from the documents`).toHaveProperty([route]);
    expect(describeAccess(access)).toBe(declared[route]);
  });

  test('declares what it audits, if it changes anything', () => {
    if (endpoint.method !== 'GET') expect(endpoint.audits).toBeDefined();
    for (const action of endpoint.audits ?? []) expect(Object.keys(auditActions)).toContain(action);
  });

  test('takes no key that it does not know, at any depth', () => {
    const oauth = /^\/(oauth|\.well-known)\//.test(endpoint.path); // unknown parameters are ignored there (RFC 6749, 3.1)
    for (const [part, schema] of Object.entries({
      params: endpoint.params,
      query: endpoint.query,
      body: endpoint.body,
    }))
      if (schema && !oauth)
        expect(lenient(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), part)).toEqual([]);
  });
});

/** Paths of objects that would let unknown keys pass. A record, whose keys are data, names no properties. */
function lenient(schema: unknown, at: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((item, index) => lenient(item, `${at}[${index}]`));
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema && !('additionalProperties' in schema && schema.additionalProperties === false);
  return [...(own ? [at] : []), ...Object.entries(schema).flatMap(([key, value]) => lenient(value, `${at}.${key}`))];
}

test('the table of who may call what names no endpoint that is gone', () => {
  const routes: string[] = all.map(({ route }) => route);
  expect(Object.keys(declared).filter((route) => !routes.includes(route))).toEqual([]);
});

/** Refusals by which an access declaration speaks. */
const accessCodes = ['permission_denied', 'unscoped_required', 'user_session_required', 'bootstrap_token_required'];

describe.each(named(guarded))('$route', ({ endpoint }) => {
  test('401 or 403 for every credential that is none, is no longer, or is for another door', async () => {
    for (const { kind, token, status, code } of refused) {
      if (code === 'mcp_only' && endpoint.door === 'mcp') continue;
      const answer = await call(endpoint, token);
      expect({ kind, status: answer.status, code: answer.body.code }).toEqual({ kind, status, code });
      const challenge = answer.headers.get('www-authenticate');
      if (status === 401 && endpoint.bearer === 'mcp') expect(challenge).toMatch(/^Bearer .*resource_metadata="/);
      else expect(challenge).toBe(status === 401 ? 'Bearer' : null);
    }
    if (endpoint.method !== 'GET') return;
    expect((await server.call(`HEAD ${endpoint.path}`, { token: null })).status).toBe(401);
  });

  test('403 for who holds every permission but what it asks for', async () => {
    const keys = permissionsOf(endpoint.access);
    const lacking = [keys, ...keys.map((key) => [key])].filter(
      (missing) => !admits(endpoint.access, (key) => !missing.includes(key)),
    );
    if (keys.length > 0) expect(lacking.length).toBeGreaterThan(0);
    for (const missing of lacking)
      expect(await call(endpoint, await without(missing, endpoint))).toMatchObject({
        status: 403,
        body: { code: 'permission_denied' },
      });
  });

  test.each(Object.entries(builtinRoles))(
    'admits the role %s as far as it is declared, and no further',
    async (role, { permissions }) => {
      const held: readonly Permission[] = permissions;
      // A session of its own, because a call may end it.
      const token = await tokenOf(await createPerson(server.db, { role }), endpoint);
      const { status, body } = await call(endpoint, token);
      const admitted = !asks(endpoint, 'bootstrapToken') && admits(endpoint.access, (key) => held.includes(key));
      if (admitted) {
        expect(status).not.toBe(401);
        expect(accessCodes, `${status} ${JSON.stringify(body)}`).not.toContain(body?.code);
      } else expect({ status, known: accessCodes.includes(body.code) }).toEqual({ status: 403, known: true });
    },
  );
});

describe.each(named(guarded.filter((endpoint) => asks(endpoint, 'unscoped'))))('$route', ({ endpoint }) => {
  test('403 for a caller with an access scope, whatever they hold', async () => {
    const { status, body } = await call(endpoint, scoped);
    expect(status).toBe(403);
    expect(['unscoped_required', 'bootstrap_token_required', 'user_session_required']).toContain(body.code);
  });
});

describe.each(named(guarded.filter((endpoint) => asks(endpoint, 'userSession'))))('$route', ({ endpoint }) => {
  test('403 for a token, which is no person', async () => {
    expect(await call(endpoint, unbound)).toMatchObject({ status: 403, body: { code: 'user_session_required' } });
  });
});

describe.each(named(guarded.filter((endpoint) => asks(endpoint, 'bootstrapToken'))))('$route', ({ endpoint }) => {
  test('403 for anything but the bootstrap token', async () => {
    for (const token of [unbound, await without([])])
      expect(await call(endpoint, token)).toMatchObject({ status: 403, body: { code: 'bootstrap_token_required' } });
  });
});

const metered = all.filter(({ access }) => access.kind === 'metricsToken');
describe.each(named(metered))('$route', ({ endpoint }) => {
  test('401 for everything but the metrics token, the bootstrap token included', async () => {
    const others = refused.filter(({ token }) => token !== METRICS_TOKEN).map(({ token }) => token);
    for (const token of [...others, unbound, await without([])]) expect((await call(endpoint, token)).status).toBe(401);
    expect((await call(endpoint)).status).toBe(401);
  });
});

/** Bodies that no endpoint takes. Text is sent as it is. */
const garbage: unknown[] = [
  'null',
  '[]',
  '"text"',
  '5',
  '{"unknown_key":1}',
  '{"__proto__":{"a":1},"constructor":1}',
  `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  '{"name":"\\u0000","id":"\\ud800","n":1e999}',
  '{',
];

const writes = all.filter(({ method, responds }) => method !== 'GET' && responds !== 'file');
describe.each(named(writes))('$route', ({ endpoint }) => {
  test('400 for a body that is none of its own, before anything happens', async () => {
    const token = asks(endpoint, 'userSession') ? await without([]) : undefined;
    for (const body of garbage) {
      const { status } = await call(endpoint, token, { body });
      const refusal = endpoint.accepts ? 415 : 400; // it is sent as JSON
      expect({ body: String(body).slice(0, 60), status }).toEqual({ body: String(body).slice(0, 60), status: refusal });
    }
  });
});
