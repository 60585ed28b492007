/** POST /oauth/register (RFC 7591; SPEC.md, MCP OAuth application; ATTACKS.md 13, 20). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { auditOf, CALLBACK, type OauthServer, startOauthServer } from '../../oauth.ts';

let server: OauthServer;
beforeAll(async () => {
  server = await startOauthServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  await server.db.sql`update oauth_policy set registration = 'any', allowed_hosts = '{}', require_approval = false`;
});

let counter = 0;
const named = () => `Client ${++counter}`;
const stored = async (clientId: string) => {
  const [row] = await server.db.sql<{ id: string; name: string; hosts: string[]; status: string }[]>`
    select id, name, hosts, status from oauth_applications where client_id = ${clientId}`;
  return row;
};
const allow = (hosts: string[]) =>
  server.db.sql`update oauth_policy set registration = 'allowed_hosts', allowed_hosts = ${hosts}`;
const refused = (error: string, status = 400) => ({ status, body: { error, error_description: expect.any(String) } });

test('201 with what was registered, public whatever was asked for', async () => {
  const client_name = named();
  const answer = await server.register({
    client_name,
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code'],
    logo_uri: 'https://client.example.com/logo.png',
    unknown: { field: 1 },
  });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    client_id: expect.stringMatching(/^app_[\w-]{22}$/),
    client_id_issued_at: expect.any(Number),
    client_name,
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: 'mcp',
  });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const application = await stored(answer.body.client_id);
  expect(application).toMatchObject({ name: client_name, hosts: ['client.example.com'], status: 'approved' });
  expect(await auditOf(server.db, application?.id ?? '')).toMatchObject([
    {
      action: 'oauth.app.register',
      actor_kind: 'system',
      actor_name: 'anonymous',
      details: { hosts: ['client.example.com'], status: 'approved' },
    },
  ]);
});

test('what registers the same again gets its client_id back, whatever the order and the port', async () => {
  const client_name = named();
  const uris = ['http://127.0.0.1:4001/callback', CALLBACK];
  const first = await server.register({ client_name, redirect_uris: uris });
  const again = await server.register({ client_name, redirect_uris: [CALLBACK, 'http://127.0.0.1:4999/callback'] });
  expect(again.body.client_id).toBe(first.body.client_id);
  expect(again.body.redirect_uris).toEqual([CALLBACK, 'http://127.0.0.1:4999/callback']);
  const application = await stored(first.body.client_id);
  expect(await auditOf(server.db, application?.id ?? '')).toHaveLength(1);
  const other = await server.register({ client_name: named(), redirect_uris: uris });
  expect(other.body.client_id).not.toBe(first.body.client_id);
});

test('ten that register the same at once share one client_id', async () => {
  const body = { client_name: named(), redirect_uris: [CALLBACK] };
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.register(body)));
  expect(new Set(answers.map((answer) => answer.body.client_id))).toHaveProperty('size', 1);
});

test('what known clients register is taken', async () => {
  for (const redirect_uris of [
    ['https://claude.ai/api/mcp/auth_callback'],
    ['https://chatgpt.com/connector/oauth/abc123'],
    [
      'https://vscode.dev/redirect',
      'https://insiders.vscode.dev/redirect',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
    ],
    [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ],
    ['http://localhost:3334/oauth/callback', 'http://[::1]:3334/oauth/callback'],
    ['com.example.app:/oauth2redirect'],
  ]) {
    const answer = await server.register({ client_name: named(), redirect_uris });
    expect(answer).toMatchObject({ status: 201, body: { redirect_uris } });
  }
});

describe('invalid_redirect_uri for', () => {
  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://client.example.com/x',
    'vbscript:x',
    'about:blank',
    'chrome://settings',
    'ftp://client.example.com/',
    'ws://client.example.com/',
    'http://client.example.com/callback',
    'http://127.0.0.2/callback',
    'http://0x7f.1/callback',
    'http://2130706433/callback',
    'http://localhost.example.com/callback',
    'http://localhost@evil.example.com/callback',
    'http://localhost:0/callback',
    'http://localhost:99999/callback',
    'https://user@client.example.com/',
    'https://user:secret@client.example.com/',
    'https://client.example.com/#fragment',
    'https://client.example.com/#',
    'https://client.example.com\\@evil.example.com/',
    'https://client.example.com\t.evil.example.com/',
    'https://client.example.com/a b',
    'https://client.example.com/\u202e',
    'https://clıent.example.com/',
    'https://client.example.com./callback',
    'https:client.example.com/callback',
    'https:///callback',
    'https://client.example.com/%zz',
    '/callback',
    'callback',
    '',
    `https://client.example.com/${'x'.repeat(2000)}`,
  ])('%j', async (uri) => {
    const one = await server.register({ client_name: named(), redirect_uris: [uri] });
    expect(one).toMatchObject(refused('invalid_redirect_uri'));
    const beside = await server.register({ client_name: named(), redirect_uris: [CALLBACK, uri] });
    expect(beside).toMatchObject(refused('invalid_redirect_uri'));
  });

  test.each([
    ['none', undefined],
    ['an empty list', []],
    ['eleven', Array.from({ length: 11 }, (_, index) => `${CALLBACK}/${index}`)],
    ['text instead of a list', CALLBACK],
    ['numbers', [1]],
  ])('%s', async (_, redirect_uris) => {
    const answer = await server.register({ client_name: named(), redirect_uris });
    expect(answer).toMatchObject(refused('invalid_redirect_uri'));
  });
});

test('invalid_client_metadata for what is no registration at all', async () => {
  for (const body of [null, [], 'text', { client_name: 5, redirect_uris: [CALLBACK] }])
    expect(await server.register(body)).toMatchObject(refused('invalid_client_metadata'));
});

test.each([
  ['Evil\u202eName', 'EvilName'],
  ['Zero\u200bwidth\ufeff', 'Zerowidth'],
  ['Two\r\nlines\tand  more', 'Two lines and more'],
  ['  ', 'client.example.com'],
  ['\u3164\u2800', 'client.example.com'],
  ['Z\u0301\u0301\u0301\u0301\u0301', 'Ź\u0301\u0301'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['x'.repeat(300), 'x'.repeat(100)],
])('the name %j is kept as %j', async (client_name, name) => {
  const { status, body } = await server.register({ client_name, redirect_uris: [CALLBACK] });
  expect({ status, name: body.client_name }).toEqual({ status: 201, name });
});

describe('with a list of allowed hosts', () => {
  const attempt = async (redirect_uris: string[]) =>
    (await server.register({ client_name: named(), redirect_uris })).status;

  test('an application is taken when each of its hosts is on it', async () => {
    await allow(['client.example.com', '*.example.org']);
    expect(await attempt([CALLBACK])).toBe(201);
    expect(await attempt([CALLBACK, 'https://a.b.example.org/'])).toBe(201);
    expect(await attempt([CALLBACK, 'https://evil.example.net/'])).toBe(400);
    expect(await attempt(['https://example.org/'])).toBe(400);
    expect(await attempt(['https://evilexample.org/'])).toBe(400);
    expect(await attempt(['https://client.example.com.evil.example.net/'])).toBe(400);
  });

  test('loopback and private-use schemes are taken when loopback is on it', async () => {
    await allow(['client.example.com']);
    for (const uri of ['http://127.0.0.1:1/', 'http://localhost/', 'cursor://anysphere.cursor-mcp/oauth/callback'])
      expect(await attempt([uri])).toBe(400);
    await allow(['localhost']);
    for (const uri of ['http://127.0.0.1:1/', 'http://[::1]/', 'cursor://anysphere.cursor-mcp/oauth/callback'])
      expect(await attempt([uri])).toBe(201);
  });

  test('what is refused leaves nothing, in the audit trail neither', async () => {
    await allow(['other.example.com']);
    const count = async () => (await server.db.sql`select count(*)::int from audit_entries`)[0];
    const before = await count();
    const client_name = named();
    const answer = await server.register({ client_name, redirect_uris: [CALLBACK] });
    expect(answer).toMatchObject(refused('invalid_redirect_uri'));
    expect(await count()).toEqual(before);
    expect(await server.db.sql`select 1 from oauth_applications where name = ${client_name}`).toHaveLength(0);
  });
});

test('where approval is required a new application waits, and one from before does not', async () => {
  const before = { client_name: named(), redirect_uris: [CALLBACK] };
  const old = await server.register(before);
  await server.db.sql`update oauth_policy set require_approval = true`;
  const made = await server.register({ client_name: named(), redirect_uris: [CALLBACK] });
  expect(made.status).toBe(201);
  const application = await stored(made.body.client_id);
  expect(application).toMatchObject({ status: 'pending' });
  expect(await auditOf(server.db, application?.id ?? '')).toMatchObject([{ details: { status: 'pending' } }]);
  expect((await server.register(before)).body.client_id).toBe(old.body.client_id);
  expect(await stored(old.body.client_id)).toMatchObject({ status: 'approved' });
});

test('429 after 30 registrations of one peer in an hour, and no other peer notices', async () => {
  const body = { client_name: named(), redirect_uris: [CALLBACK] };
  for (let sent = 0; sent < 30; sent++) expect((await server.register(body, '192.0.2.9')).status).toBe(201);
  const over = await server.register(body, '192.0.2.9');
  expect(over).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await server.register(body, '192.0.2.10')).status).toBe(201);
  for (let sent = 0; sent < 30; sent++) await server.register(body, `2001:db8::${sent.toString(16)}`);
  expect((await server.register(body, '2001:db8::ffff')).status).toBe(429);
});

test('413 for more than 64 KiB, 415 for a form, 400 for JSON that is none', async () => {
  const large = await server.register({ redirect_uris: [CALLBACK], jwks: 'x'.repeat(70_000) });
  expect(large).toMatchObject(refused('invalid_client_metadata', 413));
  expect(await server.post('/oauth/register', { a: 'b' })).toMatchObject(refused('invalid_client_metadata', 415));
  const broken = await server.call('POST /oauth/register', {
    token: null,
    body: '{',
    headers: { 'content-type': 'application/json' },
  });
  expect(broken).toMatchObject(refused('invalid_client_metadata'));
});
