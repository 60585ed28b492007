import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApplication } from '../../applications.ts';
import { recordEvents } from '../../events.ts';
import { createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let events: ReturnType<typeof recordEvents>;
beforeAll(async () => {
  server = await startServer();
  events = recordEvents(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.ok('PUT /api/config/mcp-oauth', {
    body: { registration: 'any', allowed_hosts: [], require_approval: false },
  });
  events.take('changed');
});

const set = (body: object, token?: string) =>
  server.call('PUT /api/config/mcp-oauth', { body, ...(token !== undefined && { token }) });
const policy = async () => (await server.ok('GET /api/oauth-apps')).policy;
const last = async () => {
  const [entry] = await server.db.sql`
    select actor_name, target_name, details from audit_entries where action = 'config.mcp_oauth.update' order by id desc limit 1`;
  return entry;
};

test('the policy is kept as it was answered, audited, and consoles hear of it', async () => {
  const admin = await createPerson(server.db);
  const body = { registration: 'allowed_hosts', allowed_hosts: ['claude.ai', '*.example.com'], require_approval: true };
  expect(await set(body, admin.token)).toMatchObject({ status: 200, body });
  expect(events.take('changed')).toContainEqual({ type: 'changed', noun: 'oauth_apps' });
  expect(await policy()).toEqual(body);
  expect(await last()).toEqual({ actor_name: admin.username, target_name: 'mcp_oauth', details: body });
});

test('what is not named stays', async () => {
  await set({ allowed_hosts: ['claude.ai'], require_approval: true });
  expect((await set({ registration: 'allowed_hosts' })).body).toEqual({
    registration: 'allowed_hosts',
    allowed_hosts: ['claude.ai'],
    require_approval: true,
  });
  expect((await set({ require_approval: false })).body.allowed_hosts).toEqual(['claude.ai']);
  expect((await set({})).status).toBe(200);
});

test('of two who change different parts at once neither takes the other’s back', async () => {
  for (let round = 0; round < 10; round++) {
    await set({ allowed_hosts: [], require_approval: false });
    await Promise.all([
      set({ allowed_hosts: ['claude.ai'] }),
      set({ require_approval: true }),
      set({ registration: 'any' }),
    ]);
    expect(await policy()).toEqual({ registration: 'any', allowed_hosts: ['claude.ai'], require_approval: true });
  }
});

test('an empty allowlist is refused, in whichever order it would come about', async () => {
  const refusal = { status: 400, body: { code: 'allowed_hosts_empty', issues: [{ path: 'allowed_hosts' }] } };
  expect(await set({ registration: 'allowed_hosts' })).toMatchObject(refusal);
  expect(await set({ registration: 'allowed_hosts', allowed_hosts: [] })).toMatchObject(refusal);
  await set({ registration: 'allowed_hosts', allowed_hosts: ['claude.ai'] });
  expect(await set({ allowed_hosts: [] })).toMatchObject(refusal);
  expect(await policy()).toMatchObject({ registration: 'allowed_hosts', allowed_hosts: ['claude.ai'] });
  expect((await set({ registration: 'any', allowed_hosts: [] })).status).toBe(200);
});

test.each([
  ['Claude.AI', 'claude.ai'],
  [' chatgpt.com ', 'chatgpt.com'],
  ['*.Example.COM', '*.example.com'],
  ['localhost', 'localhost'],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '[::1]'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['intranet', 'intranet'],
  ['my_host.example', 'my_host.example'],
])('%s is kept as %s', async (written, kept) => {
  expect((await set({ allowed_hosts: [written] })).body).toMatchObject({ allowed_hosts: [kept] });
});

test('a host that is named twice is kept once', async () => {
  expect((await set({ allowed_hosts: ['a.example', 'A.example', 'b.example'] })).body.allowed_hosts).toEqual([
    'a.example',
    'b.example',
  ]);
});

test.each([
  'https://claude.ai',
  'claude.ai/',
  'claude.ai:443',
  'user@claude.ai',
  'claude.ai?x',
  'claude.ai#x',
  'claude.ai\\evil.example',
  'claude%2eai',
  'cl aude.ai',
  '',
  '.',
  'a..b',
  '-a.example',
  'claude.ai.',
  '*',
  '*.',
  '*.com',
  '*.*.example.com',
  'a.*.example.com',
  '*example.com',
  '*.127.0.0.1',
  '*.0.0.1',
  '192.168.*.*',
  '127.1',
  '0x7f.0.0.1',
  '*.[::1]',
  '::1',
  'cursor:',
  'a'.repeat(64),
  `${'a.'.repeat(127)}aa`,
])('400 for %j as a host', async (entry) => {
  expect(await set({ allowed_hosts: ['claude.ai', entry] })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', issues: [{ path: 'allowed_hosts.1' }] },
  });
  expect((await policy()).allowed_hosts).toEqual([]);
});

test.each([
  ['another registration', { registration: 'nobody' }],
  ['a key that there is not', { allow: true }],
  ['more than 200 hosts', { allowed_hosts: Array.from({ length: 201 }, (_, n) => `h${n}.example`) }],
  ['no list', { allowed_hosts: 'claude.ai' }],
])('400 for %s', async (_, body) => {
  expect(await set(body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

test('403 with an access scope, and without api_tokens.manage', async () => {
  const place = await createPlace(server.db);
  const scoped = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: place.client_id }] });
  const other = await createPerson(server.db, { permissions: ['settings.manage', 'mcp.use'] });
  expect(await set({ require_approval: true }, scoped.token)).toMatchObject({
    status: 403,
    body: { code: 'unscoped_required' },
  });
  expect((await set({ require_approval: true }, other.token)).status).toBe(403);
  expect(await policy()).toMatchObject({ require_approval: false });
});

test('applications that were there before approval was required stay approved', async () => {
  const { id } = await createApplication(server.db);
  await set({ require_approval: true });
  const { oauth_apps } = await server.ok('GET /api/oauth-apps');
  expect(oauth_apps.find((app) => app.id === id)).toMatchObject({ status: 'approved', may_authorize: true });
});
