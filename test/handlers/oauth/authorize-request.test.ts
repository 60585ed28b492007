/** GET /oauth/authorize: who asks for what (SPEC.md, Consent page rules; RFC 6749, 4.1; ATTACKS.md 12, 13, 17). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Application,
  application,
  ask,
  CALLBACK,
  CHALLENGE,
  openPage,
  pageOf,
  requestOf,
  returned,
  STATE,
  submit,
} from '../../consent.ts';
import { createOauthApplication } from '../../factories.ts';
import { startServer } from '../../harness.ts';
import { type OauthServer, startOauthServer } from '../../oauth.ts';

let server: OauthServer;
let app: Application;
beforeAll(async () => {
  server = await startOauthServer();
  app = await application(server);
  await vouch('client.example.com');
});
const vouch = (...hosts: string[]) =>
  server.db.sql`update oauth_policy set registration = 'any', allowed_hosts = ${hosts}`;
afterAll(() => server.stop());

/** A page and nothing else: the browser is sent nowhere. */
async function isPage(query: Record<string, string>, status: number, words: string): Promise<void> {
  const answer = await ask(server, query);
  expect(answer.headers.get('location')).toBeNull();
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.body).toContain(words);
  expect(answer.body).not.toContain('<form');
}

describe('an unknown client is a page, never a redirect', () => {
  test.each<[string, string | undefined]>([
    ['left out', undefined],
    ['empty', ''],
    ['of nobody', 'nobody'],
    ['with NUL', 'a\0b'],
    ['endless', 'x'.repeat(3000)],
    ['SQL', "' or 1=1 --"],
  ])('client_id %s', (_, client_id) => isPage(requestOf(app, { client_id }), 400, 'not registered here'));
});

describe('a redirect_uri that is not registered is a page, never a redirect', () => {
  test.each([
    'https://client.example.com/callback/more',
    'https://client.example.com/callback?more=1',
    'https://client.example.com/callback#fragment',
    'https://client.example.com/callback/../callback',
    'https://client.example.com/CALLBACK',
    'https://client.example.com:443/callback',
    'https://client.example.com.evil.test/callback',
    'https://client.example.com@evil.test/callback',
    'https://evil.test/client.example.com/callback',
    'https://evil.test\\@client.example.com/callback',
    'http://client.example.com/callback',
    '//client.example.com/callback',
    '/callback',
    'javascript:alert(1)//client.example.com/callback',
    'data:text/html,x',
    'https://client.example.com/callback\r\nSet-Cookie: a=b',
    'https://client.example.com/callback\0',
    ' https://client.example.com/callback',
  ])('%j', (redirect_uri) => isPage(requestOf(app, { redirect_uri }), 400, 'has not registered'));

  test('left out where several are registered', async () => {
    const several = await application(server, [CALLBACK, 'https://client.example.com/other']);
    await isPage(requestOf(several, { redirect_uri: undefined }), 400, 'has not registered');
  });

  test('whatever else is wrong with the request', () =>
    isPage(requestOf(app, { redirect_uri: 'https://evil.test/', response_type: 'token' }), 400, 'has not registered'));
});

test.each([
  ['http://127.0.0.1/cb', 'http://127.0.0.1:33418/cb', 200],
  ['http://127.0.0.1:1234/cb', 'http://127.0.0.1:4321/cb', 200],
  ['http://localhost:8787/callback', 'http://localhost:9999/callback', 200],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:33418/other', 400],
  ['http://127.0.0.1/cb', 'http://localhost/cb', 400],
  ['http://127.0.0.1/cb', 'http://127.0.0.2/cb', 400],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://anysphere.cursor-mcp/oauth/callback', 200],
])('registered %s, asked %s: %i', async (registered, redirect_uri, status) => {
  expect((await ask(server, requestOf(await application(server, [registered]), { redirect_uri }))).status).toBe(status);
});

describe('any other fault goes back to the application', () => {
  test.each<[string, Record<string, string | undefined>, string]>([
    ['no response_type', { response_type: undefined }, 'invalid_request'],
    ['another response_type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no code_challenge', { code_challenge: undefined }, 'invalid_request'],
    ['an empty code_challenge', { code_challenge: '' }, 'invalid_request'],
    ['a code_challenge that is none', { code_challenge: `${CHALLENGE}=` }, 'invalid_request'],
    ['no method, which would be plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['the method s256', { code_challenge_method: 's256' }, 'invalid_request'],
    ['a foreign resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['a scope that there is not', { scope: 'mcp admin' }, 'invalid_scope'],
  ])('%s', async (_, changes, error) => {
    const answer = await ask(server, requestOf(app, changes));
    expect(answer.status).toBe(302);
    expect(returned(answer)).toEqual({
      to: CALLBACK,
      parameters: { error, error_description: expect.any(String), state: STATE, iss: new URL(server.resource).origin },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('without a state none comes back, and a query of the redirect URI stays', async () => {
    const redirect_uri = 'https://client.example.com/callback?tenant=7';
    const own = await application(server, [redirect_uri]);
    const answer = await ask(server, requestOf(own, { redirect_uri, state: undefined, response_type: 'token' }));
    expect(answer.headers.get('location')).toMatch(/^https:\/\/client\.example\.com\/callback\?tenant=7&error=/);
    expect(returned(answer).parameters.state).toBeUndefined();
  });
});

test('a state of 4,000 characters comes back as it was; a longer one is kept nowhere', async () => {
  const longest = 'ü'.repeat(1000) + 'x'.repeat(3000);
  const denied = await submit(server, await openPage(server, app, { state: longest }), { decision: 'deny' });
  expect(returned(denied).parameters.state).toBe(longest);
  const answer = await ask(server, requestOf(app, { state: `${longest}x` }));
  expect(returned(answer).parameters).toMatchObject({ error: 'invalid_request', state: `${longest}x` });
});

describe('a fault is told on a page where nobody vouches for the host, which anybody may have registered', () => {
  beforeAll(() => vouch());
  afterAll(() => vouch('client.example.com'));

  test.each(['/oauth/authorize', '/oauth/authorize/sso'])('%s', async (path) => {
    const answer = await server.call(`GET ${path}`, { token: null, query: requestOf(app, { response_type: 'token' }) });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test.each(['https://claude.ai/api/mcp/auth_callback', 'http://localhost:1/', 'cursor://anysphere/callback'])(
    'and not where it goes to %s',
    async (redirect_uri) => {
      const own = await application(server, [redirect_uri]);
      const answer = await ask(server, requestOf(own, { redirect_uri, response_type: 'token' }));
      expect([answer.status, returned(answer).to]).toEqual([302, redirect_uri]);
    },
  );
});

test.each([
  ['our resource and scope', () => ({ resource: server.resource, scope: 'mcp' })],
  [
    'parameters that mean nothing here',
    () => ({ prompt: 'none', login_hint: 'ada', response_mode: 'fragment', nonce: 'x' }),
  ],
  ['the redirect URI left out where one is registered', () => ({ redirect_uri: undefined })],
])('a request with %s is asked', async (_, changes) => {
  const page = pageOf(await ask(server, requestOf(app, changes())));
  expect(page.answer.status).toBe(200);
  expect(page.hidden.form).toBeDefined();
});

test('a parameter that comes twice is refused, whichever it is', async () => {
  const twice = `${new URLSearchParams(requestOf(app))}&state=other`;
  const answer = await server.call(`GET /oauth/authorize?${twice}`, { token: null });
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('location')).toBeNull();
});

test('a pending application is told to wait, by name, and gets nothing', async () => {
  const pending = await createOauthApplication(server.db, { status: 'pending' });
  const answer = await ask(server, requestOf(pending));
  expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
  expect(answer.body).toContain('waits for an administrator');
  expect(answer.body).toContain(pending.name);
  expect(answer.body).not.toContain('<form');
  expect(await server.db.sql`select 1 from audit_entries where target_id = ${pending.id}`).toHaveLength(0);
});

test('an application whose host the policy does not list any more is a page, and sent nowhere', async () => {
  await server.db.sql`update oauth_policy set registration = 'allowed_hosts', allowed_hosts = '{claude.ai}'`;
  try {
    const answer = await ask(server, requestOf(app, { response_type: 'token' }));
    expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
    expect(answer.body).toContain('does not allow');
  } finally {
    await vouch('client.example.com');
  }
});

test('without RMM_MCP_OAUTH_ENABLED there is no such page', async () => {
  const off = await startServer({ RMM_MCP_PUBLIC_URL: 'http://127.0.0.1:1' });
  for (const path of ['GET /oauth/authorize', 'POST /oauth/authorize', 'GET /oauth/authorize/sso'])
    expect((await off.call(path, { token: null })).status).toBe(404);
  await off.stop();
});

test('over single sign-on it is refused the same way, and 404 while that is off', async () => {
  const call = (query: Record<string, string>) => server.call('GET /oauth/authorize/sso', { token: null, query });
  expect(await call(requestOf(app, { client_id: 'nobody' }))).toMatchObject({ status: 400 });
  expect(await call(requestOf(app, { redirect_uri: 'https://evil.test/' }))).toMatchObject({ status: 400 });
  expect(returned(await call(requestOf(app, { code_challenge_method: 'plain' }))).parameters.error).toBe(
    'invalid_request',
  );
  const off = await call(requestOf(app));
  expect([off.status, off.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
});
