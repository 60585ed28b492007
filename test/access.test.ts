/**
 * Who may call what, over every endpoint there is: a new one is picked up from the registry and has to be refused to
 * everybody that its declaration does not admit (ATTACKS.md 16, 23, 33; SPEC.md, Authentication).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tokenPrefix } from '../domain/tokens.ts';
import { endpoints } from '../handlers/index.ts';
import { type Access, permissionsOf } from '../runtime/access.ts';
import type { AnyEndpoint } from '../runtime/endpoint.ts';
import { auditActions } from '../schema/audit.ts';
import { isPermission, type Permission, permissionKeys } from '../schema/permissions.ts';
import { createApiToken, createDevice, createPerson, createPlace } from './factories.ts';
import { type Answer, startServer, type TestServer } from './harness.ts';

const METRICS_TOKEN = 'metrics-token-of-the-access-test';

let server: TestServer;
/** Everything a person can hold, within one company. */
let scoped: string;
let mcpOnly: string;
let unbound: string;
beforeAll(async () => {
  server = await startServer({ RMM_METRICS_TOKEN: METRICS_TOKEN });
  const { client_id } = await createPlace(server.db);
  scoped = (await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: client_id }] })).token;
  mcpOnly = (await createApiToken(server.db, { mcpOnly: true })).token;
  unbound = (await createApiToken(server.db)).token;
});
afterAll(() => server.stop());

/** A call that is well-formed as far as the path goes; by default as the bootstrap token. */
function call(endpoint: AnyEndpoint, token?: string | null, sent: { body?: unknown } = {}): Promise<Answer> {
  const params = Object.fromEntries([...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => [name, randomUUID()]));
  return server.call(endpoint.route, { token, params, ...sent });
}

const people = new Map<string, Promise<string>>();
/** Somebody with every permission but these. */
function without(keys: Permission[]): Promise<string> {
  const id = keys.toSorted().join();
  const known = people.get(id);
  if (known) return known;
  const permissions = permissionKeys.filter((key) => !keys.includes(key));
  const made = createPerson(server.db, { permissions }).then(({ token }) => token);
  people.set(id, made);
  return made;
}

const all: readonly AnyEndpoint[] = endpoints;
const named = (list: readonly AnyEndpoint[]) => list.map((endpoint) => ({ route: endpoint.route, endpoint }));
const guarded = all.filter(({ access }) => access.kind !== 'everyone' && access.kind !== 'metricsToken');

/** Every part of a declaration. */
const partsOf = (access: Access): Access[] => {
  if (access.kind === 'anyOf' || access.kind === 'allOf') return [access, ...access.of.flatMap(partsOf)];
  return access.kind === 'unscoped' ? [access, ...partsOf(access.of)] : [access];
};
const asks = (endpoint: AnyEndpoint, kind: Access['kind']) =>
  partsOf(endpoint.access).some((part) => part.kind === kind);

/** Whether somebody with these permissions gets past the declaration, whatever else it asks for. */
function admits(access: Access, held: (key: Permission) => boolean): boolean {
  if (access.kind === 'permission') return held(access.key);
  if (access.kind === 'anyOf') return access.of.some((one) => admits(one, held));
  if (access.kind === 'allOf') return access.of.every((one) => admits(one, held));
  if (access.kind === 'unscoped') return admits(access.of, held);
  return access.kind === 'decidedBy' ? access.among.some(held) : true;
}

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

  test('declares what it audits, if it changes anything', () => {
    if (endpoint.method !== 'GET') expect(endpoint.audits).toBeDefined();
    for (const action of endpoint.audits ?? []) expect(Object.keys(auditActions)).toContain(action);
  });

  test('takes no key that it does not know, at any depth', () => {
    const oauth = endpoint.path.startsWith('/oauth/'); // unknown parameters are ignored there (RFC 6749, 3.1)
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

describe.each(named(guarded))('$route', ({ endpoint }) => {
  test('401 without a bearer, with a made-up one, and with credentials of another kind', async () => {
    const device = await createDevice(server.db);
    const madeUp = Object.values(tokenPrefix).map((prefix) => prefix + randomBytes(32).toString('base64url'));
    const tokens = [null, device.credential, METRICS_TOKEN, 'x', ...madeUp];
    for (const token of tokens) {
      const { status, headers, body } = await call(endpoint, token);
      expect({ token, status, code: body.code }).toEqual({ token, status: 401, code: 'unauthorized' });
      expect(headers.get('www-authenticate')).toBe('Bearer');
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
      expect(await call(endpoint, await without(missing))).toMatchObject({
        status: 403,
        body: { code: 'permission_denied' },
      });
  });

  test('403 for a token that is for /mcp alone', async () => {
    if (endpoint.door === 'mcp') return;
    expect(await call(endpoint, mcpOnly)).toMatchObject({ status: 403, body: { code: 'mcp_only' } });
  });
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
    for (const token of [null, unbound, mcpOnly, await without([])])
      expect((await call(endpoint, token)).status).toBe(401);
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
      expect({ body: String(body).slice(0, 60), status }).toEqual({ body: String(body).slice(0, 60), status: 400 });
    }
  });
});
