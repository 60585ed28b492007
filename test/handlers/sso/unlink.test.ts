import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, PASSWORD } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { startIdentityProvider, type TestProvider } from '../../identity-provider.ts';
import { type MailServer, startMailServer } from '../../smtp.ts';
import { arrive, CONSOLE, exchange, landed, nextMinute, reasons, signIn } from './browser.ts';

let provider: TestProvider;
let smtp: MailServer;
let server: TestServer;
beforeAll(async () => {
  [provider, smtp] = [await startIdentityProvider(CONSOLE), await startMailServer()];
  server = await startServer({ ...provider.env, ...smtp.env, RMM_OIDC_ROLE: 'tech', RMM_INSTANCE_NAME: 'Lab' });
  await createPerson(server.db);
});
afterAll(async () => {
  await server.stop();
  await Promise.all([provider.stop(), smtp.stop()]);
});
beforeEach(() => nextMinute(server));

let people = 0;
/** An account that was there before, and is linked by signing in at the provider. */
async function linked(options: Parameters<typeof createPerson>[1] = {}) {
  const email = `barbara${++people}@example.com`;
  const person = await createPerson(server.db, {
    role: 'tech',
    password: PASSWORD,
    email,
    confirmed: true,
    ...options,
  });
  provider.person = { sub: `subject of ${email}`, email, email_verified: true };
  const { body } = await signIn(server);
  expect(body.user).toMatchObject({ id: person.id, sso_linked: true });
  return { ...person, email, token: String(body.token) };
}
const unlink = ({ id }: { id: string }, token?: string) =>
  server.call('DELETE /api/users/:id/sso', { token, params: { id } });
const login = ({ username }: { username: string }) =>
  server.call('POST /api/auth/login', { token: null, body: { username, password: PASSWORD } });
const isLinked = async ({ id }: { id: string }) =>
  (await server.ok('GET /api/users/:id', { params: { id } })).sso_linked;
const subjectsTo = async (email: string, count: number) =>
  (await smtp.mailsTo(email, count)).map(({ parsed }) => parsed.subject);

test('the account signs in with its password again; its sessions end, it is audited, and its owner is told', async () => {
  const person = await linked();
  expect((await login(person)).body.code).toBe('sso_required');
  expect((await unlink(person)).status).toBe(204);
  expect(await isLinked(person)).toBe(false);
  expect((await server.call('GET /api/me', { token: person.token })).status).toBe(401);
  expect((await login(person)).status).toBe(200);
  expect(
    await server.db.sql`select action, details from audit_entries
      where target_id = ${person.id} and action like 'user.sso.%' and outcome = 'success' order by id`,
  ).toEqual([
    { action: 'user.sso.link', details: { issuer: provider.issuer, created: false } },
    { action: 'user.sso.unlink', details: { issuer: provider.issuer } },
  ]);
  expect((await subjectsTo(person.email, 2)).toSorted()).toEqual([
    'Single sign-on was removed from your account on Lab',
    'Single sign-on was set up for your account on Lab',
  ]);
});

test('another identity with its verified address is then linked to it', async () => {
  const person = await linked();
  await unlink(person);
  provider.person = { sub: 'her new subject', email: person.email, email_verified: true };
  nextMinute(server);
  expect((await signIn(server)).body.user).toMatchObject({ id: person.id, sso_linked: true });
});

test('a sign-in that has come back from the provider and is not exchanged yet comes too late', async () => {
  const person = await linked();
  nextMinute(server);
  const { answer, cookie } = await arrive(server);
  await unlink(person);
  const late = await exchange(server, landed(answer).code, { cookie, origin: CONSOLE });
  expect(late).toMatchObject({ status: 401, body: { code: 'sso_failed' } });
});

test('nor does one that overtakes the unlinking get in', async () => {
  const person = await linked();
  nextMinute(server);
  const { answer, cookie } = await arrive(server);
  await server.db.sql`delete from sso_identities where user_id = ${person.id}`; // its code is left
  const late = await exchange(server, landed(answer).code, { cookie, origin: CONSOLE });
  expect(late).toMatchObject({ status: 401, body: { code: 'sso_failed' } });
  await expect.poll(async () => (await reasons(server))[0]).toBe('link_removed');
});

describe('an account without a password', () => {
  test('gets a link to set one, at its confirmed address', async () => {
    const person = await linked({ password: undefined });
    expect((await unlink(person)).status).toBe(204);
    await server.call('POST /api/auth/password-reset', { token: null, body: { email: person.email } });
    expect(await subjectsTo(person.email, 3)).toContain('Set a new password for Lab');
  });

  test('without a confirmed address gets in once somebody who manages it has set one, which is refused before', async () => {
    const person = await linked({ password: undefined });
    await server.db.sql`update users set email_confirmed_at = null where id = ${person.id}`;
    const setPassword = () =>
      server.call('PUT /api/users/:id/password', { params: { id: person.id }, body: { password: PASSWORD } });
    expect(await setPassword()).toMatchObject({ status: 409, body: { code: 'sso_linked' } });
    expect((await unlink(person)).status).toBe(204);
    expect((await setPassword()).status).toBe(204);
    const credentials = { username: person.username, password: PASSWORD };
    expect((await server.call('POST /api/auth/login', { token: null, body: credentials })).status).toBe(200);
  });
});

test('404 for an account that is unknown or not linked, and the second time', async () => {
  expect((await unlink({ id: crypto.randomUUID() })).status).toBe(404);
  const person = await linked();
  await unlink(person);
  expect(await unlink(person)).toMatchObject({ status: 404, body: { code: 'sso_link_not_found' } });
});

test('409 for the own account: a session that somebody found leads nowhere past the provider', async () => {
  const admin = await linked({ role: 'admin' });
  expect(await unlink(admin, admin.token)).toMatchObject({ status: 409, body: { code: 'own_account' } });
  expect(await isLinked(admin)).toBe(true);
});
