import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApplication, createGrant } from '../../applications.ts';
import { createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ RMM_MCP_OAUTH_ENABLED: 'true', RMM_MCP_PUBLIC_URL: 'https://mcp.test' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.sql`delete from oauth_families`;
  await server.db.sql`delete from oauth_applications`;
  await server.ok('PUT /api/config/mcp-oauth', { body: { registration: 'any', allowed_hosts: [] } });
});

const list = (query: Record<string, string | number> = {}, token?: string) =>
  server.ok('GET /api/oauth-apps', { query, ...(token !== undefined && { token }) });

test('an application is told with its hosts, tokens and users, and the policy beside it', async () => {
  const application = await createApplication(server.db, { hosts: ['claude.ai', 'evil.example'] });
  const person = await createPerson(server.db, { role: 'tech' });
  await createGrant(server.db, { application: application.id, user: person.id });
  await createGrant(server.db, { application: application.id, user: person.id });
  expect(await list()).toEqual({
    oauth_apps: [
      {
        ...application,
        kind: 'registered',
        redirect_uris: ['https://claude.ai/callback', 'https://evil.example/callback'],
        hosts: ['claude.ai', 'evil.example'],
        unknown_hosts: ['evil.example'],
        unknown_host: true,
        status: 'approved',
        may_authorize: true,
        active_tokens: 2,
        user_count: 1,
        users: [
          {
            id: person.id,
            username: person.username,
            tokens: 2,
            authorized_at: expect.any(String),
            last_used_at: expect.any(String),
          },
        ],
        registered_ip: '192.0.2.7',
        approved_by: null,
        approved_at: null,
        last_used_at: null,
        created_at: expect.any(String),
      },
    ],
    policy: { registration: 'any', allowed_hosts: [], require_approval: false },
    oauth_enabled: true,
    mcp_url: 'https://mcp.test',
  });
});

test.each([
  ['a known client', 'chatgpt.com', false],
  ['this computer', 'localhost', false],
  ['this computer by its address', '[::1]', false],
  ['a private-use scheme', 'cursor:', false],
  ['a listed host', 'ai.example.com', false],
  ['a subdomain of a listed domain', 'a.b.example.net', false],
  ['the listed domain itself', 'example.net', true],
  ['a host that only ends like a listed one', 'evilexample.net', true],
  ['any other', 'evil.example', true],
])('%s is marked as the consent page marks it', async (_, host, unknown) => {
  await server.ok('PUT /api/config/mcp-oauth', { body: { allowed_hosts: ['ai.example.com', '*.example.net'] } });
  await createApplication(server.db, { hosts: [host] });
  const { oauth_apps } = await list();
  expect(oauth_apps).toMatchObject([{ unknown_host: unknown, unknown_hosts: unknown ? [host] : [] }]);
});

test('whether it may authorize follows status and policy of now', async () => {
  const body = { registration: 'allowed_hosts', allowed_hosts: ['claude.ai'] };
  await createApplication(server.db, { name: 'listed' });
  await createApplication(server.db, { name: 'one host too many', hosts: ['claude.ai', 'chatgpt.com'] });
  await createApplication(server.db, { name: 'waiting', status: 'pending' });
  const may = async () => (await list()).oauth_apps.map(({ name, may_authorize }) => [name, may_authorize]);
  expect(await may()).toEqual([
    ['waiting', false],
    ['one host too many', true],
    ['listed', true],
  ]);
  await server.ok('PUT /api/config/mcp-oauth', { body });
  expect(await may()).toEqual([
    ['waiting', false],
    ['one host too many', false],
    ['listed', true],
  ]);
});

test('those that wait come first, then the newest, across pages', async () => {
  const names: string[] = [];
  for (let n = 0; n < 7; n++) {
    const { name } = await createApplication(server.db, { status: n % 3 === 0 ? 'pending' : 'approved' });
    names[n] = name;
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: 2, ...(cursor && { cursor }) });
    expect(page.oauth_apps.length).toBeLessThanOrEqual(2);
    seen.push(...page.oauth_apps.map(({ name }) => name));
    cursor = page.next_cursor;
  } while (cursor);
  expect(seen).toEqual([6, 3, 0, 5, 4, 2, 1].map((n) => names[n]));
});

test('q looks in name, host and client_id; status narrows', async () => {
  const { client_id } = await createApplication(server.db, { name: 'Desk % helper', hosts: ['desk.example'] });
  await createApplication(server.db, { name: 'Other', hosts: ['claude.ai'], status: 'pending' });
  const names = async (query: Record<string, string>) => (await list(query)).oauth_apps.map(({ name }) => name);
  expect(await names({ q: 'desk %' })).toEqual(['Desk % helper']);
  expect(await names({ q: 'DESK.ex' })).toEqual(['Desk % helper']);
  expect(await names({ q: client_id })).toEqual(['Desk % helper']);
  expect(await names({ q: 'nothing' })).toEqual([]);
  expect(await names({ status: 'pending' })).toEqual(['Other']);
});

test('user_id finds what acts for an account', async () => {
  const [used, other] = [await createApplication(server.db), await createApplication(server.db)];
  const [person, nobody] = [await createPerson(server.db, { role: 'tech' }), await createPerson(server.db)];
  await createGrant(server.db, { application: used.id, user: person.id });
  await createGrant(server.db, { application: other.id, user: (await createPerson(server.db)).id });
  const names = async (user_id: string) => (await list({ user_id })).oauth_apps.map(({ name }) => name);
  expect(await names(person.id)).toEqual([used.name]);
  expect(await names(nobody.id)).toEqual([]);
});

test('400 for a cursor of another list', async () => {
  const cursor = Buffer.from('["x"]').toString('base64url');
  expect(await server.call('GET /api/oauth-apps', { query: { cursor } })).toMatchObject({
    status: 400,
    body: { code: 'invalid_cursor' },
  });
});

test('tokens count that work: not expired, not replaced, of an enabled account that may use MCP', async () => {
  const { sql } = server.db;
  const { id: application } = await createApplication(server.db);
  const active = async () => {
    const { oauth_apps } = await list();
    return oauth_apps.map(({ active_tokens, user_count }) => [active_tokens, user_count])[0];
  };
  const grantOf = async (permissions: ['mcp.use'] | ['devices.view'] = ['mcp.use']) => {
    const user = await createPerson(server.db, { permissions });
    return { user, ...(await createGrant(server.db, { application, user: user.id })) };
  };
  const [spent, expired, disabled] = [await grantOf(), await grantOf(), await grantOf()];
  await grantOf(['devices.view']);
  await grantOf();
  expect(await active()).toEqual([4, 4]);
  // Its access token still works, until it expires.
  await sql`update oauth_tokens set spent_at = now() where family_id = ${spent.family}`;
  expect(await active()).toEqual([4, 4]);
  await sql`update oauth_tokens set expires_at = now() where family_id = ${spent.family}`;
  expect(await active()).toEqual([3, 3]);
  await sql`update oauth_tokens set expires_at = now() where family_id = ${expired.family}`;
  expect(await active()).toEqual([3, 3]);
  await sql`update oauth_tokens set refresh_expires_at = now() where family_id = ${expired.family}`;
  expect(await active()).toEqual([2, 2]);
  await server.ok('POST /api/users/:id/disable', { params: { id: disabled.user.id } });
  expect(await active()).toEqual([1, 1]);
});

test('a scoped caller sees the applications, and only the users that it may see', async () => {
  const [place, elsewhere] = [await createPlace(server.db), await createPlace(server.db)];
  const scoped = (client_id: string) => [{ scope_type: 'client' as const, scope_id: client_id }];
  const { id: application } = await createApplication(server.db);
  const manager = await createPerson(server.db, { scopes: scoped(place.client_id) });
  const issuer = await createPerson(server.db, {
    permissions: ['api_tokens.manage', 'mcp.use'],
    scopes: scoped(place.client_id),
  });
  const colleague = await createPerson(server.db, { role: 'tech', scopes: scoped(place.client_id) });
  const stranger = await createPerson(server.db, { role: 'tech', scopes: scoped(elsewhere.client_id) });
  const boss = await createPerson(server.db);
  for (const user of [issuer, colleague, stranger, boss]) await createGrant(server.db, { application, user: user.id });
  const seen = async (token?: string) => {
    const [app] = (await list({}, token)).oauth_apps;
    return { ...app, users: app?.users.map(({ username }) => username).toSorted() };
  };
  expect(await seen(manager.token)).toMatchObject({
    active_tokens: 2,
    user_count: 2,
    users: [issuer.username, colleague.username].toSorted(),
    registered_ip: null,
  });
  expect(await seen(issuer.token)).toMatchObject({ active_tokens: 1, users: [issuer.username] });
  expect(await seen()).toMatchObject({ active_tokens: 4, user_count: 4, registered_ip: '192.0.2.7' });
});

test('of many users twenty are named, the latest use first', async () => {
  const { sql } = server.db;
  const { id: application } = await createApplication(server.db);
  for (let n = 0; n < 22; n++) {
    const { id: user } = await createPerson(server.db, { role: 'tech' });
    await createGrant(server.db, { application, user });
  }
  const [latest] = await sql<{ user_id: string }[]>`
    update oauth_tokens set last_used_at = now() + interval '1 minute'
    where id = (select min(id::text)::uuid from oauth_tokens) returning user_id`;
  const [app] = (await list()).oauth_apps;
  expect(app).toMatchObject({ active_tokens: 22, user_count: 22 });
  expect(app?.users).toHaveLength(20);
  expect(app?.users[0]?.id).toBe(latest?.user_id);
});

test('a page is read by its indexes, whatever was refreshed before', async () => {
  const { sql } = server.db;
  const { id: application } = await createApplication(server.db);
  const { id: user } = await createPerson(server.db, { role: 'tech' });
  const { family } = await createGrant(server.db, { application, user });
  await sql`
    insert into oauth_tokens (family_id, application_id, user_id, access_hash, refresh_hash, expires_at, refresh_expires_at, spent_at)
    select ${family}, ${application}, ${user}, sha256(('a' || n)::bytea), sha256(('r' || n)::bytea),
      now() - interval '1 day', now() + interval '20 days', now() - interval '1 day'
    from generate_series(1, 20000) n`;
  await sql`analyze oauth_tokens`;
  const plan = await sql`
    explain select t.id from oauth_applications a cross join lateral (
      select t.id from oauth_tokens t where t.application_id = a.id
        and (t.expires_at > now() or (t.spent_at is null and t.refresh_expires_at > now()))) t`;
  expect(JSON.stringify(plan)).toContain('oauth_tokens_unspent_idx');
  expect(JSON.stringify(plan)).not.toContain('Seq Scan on oauth_tokens');
  expect((await list()).oauth_apps).toMatchObject([{ active_tokens: 1 }]);
});
