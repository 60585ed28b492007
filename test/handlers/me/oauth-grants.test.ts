import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { resolveOauthToken } from '../../../domain/oauth/resolve.ts';
import { hashToken } from '../../../domain/tokens.ts';
import { createApplication, createGrant } from '../../applications.ts';
import { recordEvents } from '../../events.ts';
import { createApiToken, createPerson, type Person } from '../../factories.ts';
import { authorize, type OauthServer, obtain, refreshForm, startOauthServer } from '../../oauth.ts';

let server: OauthServer;
let events: ReturnType<typeof recordEvents>;
beforeAll(async () => {
  server = await startOauthServer();
  events = recordEvents(server);
});
afterAll(() => server.stop());

const list = async ({ token }: Person) => (await server.ok('GET /api/me/oauth-grants', { token })).oauth_grants;
const end = (id: string, { token }: Person) =>
  server.call('DELETE /api/me/oauth-grants/:id', { params: { id }, token });
const works = async (access: string) => {
  const { sql } = server.db;
  const resource = 'https://mcp.test/mcp';
  return (await resolveOauthToken({ reads: sql, writes: sql }, hashToken(access), new Date(), resource)) !== undefined;
};

const isWaiting = async () =>
  (
    await server.db.sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  ).count > 0;

test('people see what acts for them, once per application, and nothing of others', async () => {
  const [mine, theirs] = [await createApplication(server.db), await createApplication(server.db)];
  const [person, other] = [
    await createPerson(server.db, { role: 'tech' }),
    await createPerson(server.db, { role: 'tech' }),
  ];
  await createGrant(server.db, { application: mine.id, user: person.id });
  await createGrant(server.db, { application: mine.id, user: person.id });
  await createGrant(server.db, { application: theirs.id, user: other.id });
  expect(await list(person)).toEqual([
    {
      ...mine,
      hosts: ['claude.ai'],
      status: 'approved',
      authorized_at: expect.any(String),
      last_used_at: expect.any(String),
      expires_at: expect.any(String),
    },
  ]);
  expect(await list(await createPerson(server.db))).toEqual([]);
});

test('what is expired or replaced is not listed', async () => {
  const person = await createPerson(server.db, { role: 'tech' });
  const { id: application } = await createApplication(server.db);
  const { family } = await createGrant(server.db, { application, user: person.id });
  await server.db.sql`
    update oauth_tokens set expires_at = now(), refresh_expires_at = now() where family_id = ${family}`;
  expect(await list(person)).toEqual([]);
});

test('ending one ends its tokens, codes and sign-ins at once, and nobody else’s', async () => {
  const { sql } = server.db;
  const { id: application, name } = await createApplication(server.db);
  const { id: another } = await createApplication(server.db);
  const [person, other] = [
    await createPerson(server.db, { role: 'tech' }),
    await createPerson(server.db, { role: 'tech' }),
  ];
  const [first, second] = [
    await createGrant(server.db, { application, user: person.id }),
    await createGrant(server.db, { application, user: person.id }),
  ];
  const kept = [
    await createGrant(server.db, { application, user: other.id }),
    await createGrant(server.db, { application: another, user: person.id }),
  ];
  for (const { id } of [person, other]) {
    await sql`
      insert into oauth_codes (code_hash, application_id, user_id, redirect_uri, code_challenge, scope, resource, expires_at)
      values (${randomBytes(32)}, ${application}, ${id}, 'https://claude.ai/callback', 'x', 'mcp', 'x', now() + interval '1 minute')`;
    await sql`
      insert into oauth_sso_grants (ticket_hash, application_id, user_id, redirect_uri, code_challenge, expires_at)
      values (${randomBytes(32)}, ${application}, ${id}, 'https://claude.ai/callback', 'x', now() + interval '5 minutes')`;
  }
  events.take('changed');
  expect((await end(application, person)).status).toBe(204);
  expect(events.take('changed')).toContainEqual({ type: 'changed', noun: 'oauth_apps', ids: [application] });
  expect([await works(first.access), await works(second.access)]).toEqual([false, false]);
  for (const { access } of kept) expect(await works(access)).toBe(true);
  expect(await sql`select user_id from oauth_codes where application_id = ${application}`).toEqual([
    { user_id: other.id },
  ]);
  expect(await sql`select user_id from oauth_sso_grants where application_id = ${application}`).toEqual([
    { user_id: other.id },
  ]);
  expect(
    await sql`select action, actor_name, target_name, details from audit_entries where target_id = ${application}`,
  ).toEqual([
    {
      action: 'oauth.token.revoke',
      actor_name: person.username,
      target_name: name,
      details: { user: person.username, tokens: 2, reason: 'requested' },
    },
  ]);
  expect((await end(application, person)).status).toBe(404);
});

test('consoles hear when somebody authorizes an application, and when that ends', async () => {
  const { id, client_id: clientId } = await createApplication(server.db);
  const hint = { type: 'changed', noun: 'oauth_apps', ids: [id] };
  events.take('changed');
  const { refresh_token } = await obtain(server, { application: { id, clientId } });
  expect(events.take('changed')).toContainEqual(hint);
  await server.post('/oauth/revoke', { token: refresh_token });
  expect(events.take('changed')).toContainEqual(hint);
});

test('nothing is left of it by refreshes that are under way', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await createPerson(server.db, { role: 'tech' });
    const { id, client_id: clientId } = await createApplication(server.db);
    const application = { id, clientId };
    const grants = [];
    for (let n = 0; n < 4; n++) grants.push(await obtain(server, { application, person }));
    const refresh = async (token: string) => server.post('/oauth/token', refreshForm(token, application.clientId));
    const [ended, ...answers] = await Promise.all([
      end(id, person),
      ...grants.map((grant) => refresh(grant.refresh_token)),
    ]);
    expect(ended.status).toBe(204);
    for (const { status, body } of answers) {
      expect([200, 400]).toContain(status);
      if (status === 200) expect((await refresh(body.refresh_token)).body.error).toBe('invalid_grant');
      if (status === 200) expect(await works(body.access_token)).toBe(false);
    }
    expect(await server.db.sql`select 1 from oauth_tokens where user_id = ${person.id}`).toHaveLength(0);
  }
});

test('a code that is being issued is waited for, and goes as well', async () => {
  const person = await createPerson(server.db, { role: 'tech' });
  const { id, client_id: clientId } = await createApplication(server.db);
  await obtain(server, { application: { id, clientId }, person });
  let ending: ReturnType<typeof end> | undefined;
  await transaction(server.ctx, async (inside) => {
    await authorize({ ...server, ctx: inside }, { application: { id, clientId }, person });
    ending = end(id, person);
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
  });
  expect((await ending)?.status).toBe(204);
  expect(await server.db.sql`select 1 from oauth_codes where application_id = ${id}`).toHaveLength(0);
});

test('a code that is being exchanged becomes no token', async () => {
  const person = await createPerson(server.db, { role: 'tech' });
  const { id, client_id: clientId } = await createApplication(server.db);
  const application = { id, clientId };
  await obtain(server, { application, person });
  const open = await authorize(server, { application, person });
  const [ended, answer] = await Promise.all([end(id, person), server.post('/oauth/token', open.form)]);
  expect(ended.status).toBe(204);
  if (answer.status === 200) expect(await works(answer.body.access_token)).toBe(false);
  else expect(answer.body.error).toBe('invalid_grant');
});

test('404 for what somebody else authorized, and it stays', async () => {
  const { id: application } = await createApplication(server.db);
  const [person, other] = [await createPerson(server.db), await createPerson(server.db)];
  const { access } = await createGrant(server.db, { application, user: other.id });
  expect(await end(application, person)).toMatchObject({ status: 404, body: { code: 'grant_not_found' } });
  expect(await works(access)).toBe(true);
});

test('403 for tokens: only people who are signed in see and end what they authorized', async () => {
  const person = await createPerson(server.db);
  const { token } = await createApiToken(server.db, { userId: person.id });
  expect(await server.call('GET /api/me/oauth-grants', { token })).toMatchObject({
    status: 403,
    body: { code: 'user_session_required' },
  });
});

test('an account that is disabled, or deleted, or whose role loses mcp.use takes its applications along', async () => {
  const { id: application } = await createApplication(server.db);
  const grantOf = async () => {
    const user = await createPerson(server.db, { permissions: ['mcp.use'] });
    return { user, ...(await createGrant(server.db, { application, user: user.id })) };
  };
  const [disabled, deleted, demoted] = [await grantOf(), await grantOf(), await grantOf()];
  for (const { access } of [disabled, deleted, demoted]) expect(await works(access)).toBe(true);
  await server.ok('POST /api/users/:id/disable', { params: { id: disabled.user.id } });
  await server.ok('DELETE /api/users/:id', { params: { id: deleted.user.id } });
  await server.ok('PATCH /api/users/:id', { params: { id: demoted.user.id }, body: { role: 'readonly' } });
  for (const { access } of [disabled, deleted, demoted]) expect(await works(access)).toBe(false);
  expect(await server.db.sql`select 1 from oauth_families where user_id = ${deleted.user.id}`).toHaveLength(0);
  expect(await server.db.sql`select 1 from oauth_tokens where user_id = ${deleted.user.id}`).toHaveLength(0);
});
