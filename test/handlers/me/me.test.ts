import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken, createPerson, createPlace, PASSWORD } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('a person reads account, role, permissions and scope', async () => {
  const place = await createPlace(server.db);
  const scopes = [{ scope_type: 'site' as const, scope_id: place.site_id }];
  const person = await createPerson(server.db, { permissions: ['jobs.view'], scopes });
  expect(await server.ok('GET /api/me', { token: person.token })).toEqual({
    user: {
      id: person.id,
      username: person.username,
      email: null,
      email_confirmed: false,
      builtin: false,
      totp_enabled: false,
      recovery_codes_left: null,
      passkeys: 0,
      sso_linked: false,
      language: null,
    },
    principal: { kind: 'user', name: person.username },
    role: { key: person.role, name: person.role },
    permissions: ['jobs.view'],
    scopes,
    unscoped: false,
  });
});

test('an API token reads whom it is bound to, and only the permissions that its user holds as well', async () => {
  const person = await createPerson(server.db, { permissions: ['jobs.view', 'clients.view'] });
  const { token } = await createApiToken(server.db, { role: 'readonly', userId: person.id });
  expect(await server.ok('GET /api/me', { token })).toMatchObject({
    user: { id: person.id },
    principal: { kind: 'api_token' },
    role: { key: 'readonly' },
    permissions: ['clients.view'],
    unscoped: true,
  });
});

test('a token without an account and the bootstrap token have no user', async () => {
  const { token } = await createApiToken(server.db, { role: 'tech' });
  expect(await server.ok('GET /api/me', { token })).toMatchObject({ user: null, principal: { kind: 'api_token' } });
  expect(await server.ok('GET /api/me')).toMatchObject({
    user: null,
    principal: { kind: 'bootstrap', name: 'bootstrap token' },
    role: { key: 'admin' },
    unscoped: true,
  });
});

test('the language is stored, audited once, and cleared', async () => {
  const person = await createPerson(server.db);
  const set = (language: string | null) =>
    server.ok('PATCH /api/me', { token: person.token, body: { language } }).then(({ user }) => user?.language);
  expect([await set('de'), await set('de'), await set(null)]).toEqual(['de', 'de', null]);
  const trail = await server.db.sql`
    select details from audit_entries where target_id = ${person.id} and action = 'user.language.update' order by id`;
  expect(trail).toEqual([{ details: { language: 'de' } }, { details: { language: null } }]);
});

test('400 for a language that is none, 403 without an account', async () => {
  const { token } = await createPerson(server.db);
  expect((await server.call('PATCH /api/me', { token, body: { language: 'xx' } })).status).toBe(400);
  expect(await server.call('PATCH /api/me', { body: { language: 'de' } })).toMatchObject({
    status: 403,
    body: { code: 'no_account' },
  });
});

test('sessions are listed newest first with the current one marked, and ended by their owner only', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const second = await server.call('POST /api/auth/login', {
    token: null,
    body: { username: person.username, password: PASSWORD },
    headers: { 'user-agent': 'A browser' },
  });
  const { sessions } = await server.ok('GET /api/me/sessions', { token: person.token });
  expect(sessions).toMatchObject([
    { current: false, user_agent: 'A browser', ip: '127.0.0.1' },
    { current: true, user_agent: null },
  ]);
  const id = sessions[0]?.id ?? '';
  const stranger = await createPerson(server.db);
  for (const params of [{ id }, { id: '018f0000-0000-7000-8000-000000000000' }])
    expect(await server.call('DELETE /api/me/sessions/:id', { token: stranger.token, params })).toMatchObject({
      status: 404,
      body: { code: 'session_not_found' },
    });
  expect((await server.call('DELETE /api/me/sessions/:id', { token: person.token, params: { id } })).status).toBe(204);
  expect((await server.call('GET /api/me', { token: second.body.token })).status).toBe(401);
  expect((await server.call('GET /api/me', { token: person.token })).status).toBe(200);
});

test('403 for sessions as an API token or the bootstrap token', async () => {
  const person = await createPerson(server.db);
  const { token } = await createApiToken(server.db, { userId: person.id });
  for (const caller of [token, undefined])
    expect(await server.call('GET /api/me/sessions', { token: caller })).toMatchObject({
      status: 403,
      body: { code: 'user_session_required' },
    });
});
