import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPerson, PASSWORD } from '../../factories.ts';
import { ADMIN_TOKEN, startServer, type TestServer } from '../../harness.ts';
import { type Person, startIdentityProvider, type TestProvider } from '../../identity-provider.ts';
import { arrive, CONSOLE, FAILED, nextMinute, reasons, seen, signIn } from './browser.ts';

let provider: TestProvider;
/** Makes accounts. */
let server: TestServer;
/** Lets in only accounts that exist. */
let closed: TestServer;
beforeAll(async () => {
  provider = await startIdentityProvider(CONSOLE);
  server = await startServer({ ...provider.env, RMM_OIDC_ROLE: 'readonly' });
  closed = await startServer(provider.env);
  await Promise.all([createPerson(server.db), createPerson(closed.db)]);
});
afterAll(async () => {
  await Promise.all([server.stop(), closed.stop()]);
  await provider.stop();
});
beforeEach(() => {
  nextMinute(server);
  nextMinute(closed);
});

let people = 0;
const newAddress = () => `grace${++people}@example.com`;
const identity = (email: string, rest: Partial<Person> = {}): Person => ({
  ...{ sub: `subject of ${email}`, email, email_verified: true },
  ...rest,
});

/** An account that was there before; its name is the address unless it has another one. */
async function existing(
  at: TestServer,
  { username, email, confirmed = false }: { username?: string; email?: string; confirmed?: boolean },
) {
  const person = await createPerson(at.db, { role: 'tech', password: PASSWORD });
  await at.db.sql`
    update users set username = ${username ?? person.username}, email = ${email ?? null},
                     email_confirmed_at = ${confirmed ? new Date() : null} where id = ${person.id}`;
  return { ...person, username: username ?? person.username };
}

async function refuses(at: TestServer, person: Person, reason: string): Promise<void> {
  provider.person = person;
  const before = await links(at);
  expect(seen((await arrive(at)).answer)).toEqual(FAILED);
  await expect.poll(async () => (await reasons(at))[0]).toBe(reason);
  expect(await links(at)).toEqual(before);
}
const links = (at: TestServer) => at.db.sql`select user_id, issuer, subject from sso_identities order by user_id`;

test('an account whose name is the verified address is linked, once and for all', async () => {
  const address = newAddress();
  const account = await existing(closed, { username: address.toUpperCase() });
  provider.person = identity(address);
  const { body } = await signIn(closed);
  expect(body).toMatchObject({ user: { id: account.id, sso_linked: true }, role: { key: 'tech' } });
  expect(
    await closed.db.sql`select actor_kind, actor_name, details from audit_entries
                        where action = 'user.sso.link' and target_id = ${account.id}`,
  ).toEqual([
    { actor_kind: 'system', actor_name: 'single sign-on', details: { issuer: provider.issuer, created: false } },
  ]);
  const users = await closed.ok('GET /api/users');
  expect(users.users.find(({ id }) => id === account.id)).toMatchObject({ sso_linked: true });
  await refuses(closed, identity(address, { sub: 'somebody else' }), 'linked_to_another_identity');
});

test('an account whose confirmed address it is is linked', async () => {
  const address = newAddress();
  const account = await existing(closed, { email: address, confirmed: true });
  provider.person = identity(address.toUpperCase());
  expect((await signIn(closed)).body.user.id).toBe(account.id);
});

test.each<[string, Partial<Person>]>([
  ['false', { email_verified: false }],
  ['missing', { email_verified: undefined }],
  ['the text "true"', { email_verified: 'true' }],
  ['1', { email_verified: 1 }],
])('email_verified %s links nothing, whatever account has the address', async (_, claims) => {
  const named = newAddress();
  await existing(closed, { username: named });
  await refuses(closed, identity(named, claims), 'no_account');
  await refuses(closed, identity(named, { ...claims, preferred_username: named }), 'no_account');
  const confirmed = newAddress();
  await existing(closed, { email: confirmed, confirmed: true });
  await refuses(closed, identity(confirmed, claims), 'no_account');
});

test('email_verified for an address that is none, or is missing, links nothing', async () => {
  await existing(closed, { username: 'root' });
  for (const email of ['root', 'root@', ['a@example.com'], 7, undefined])
    await refuses(closed, { sub: 'x', email, email_verified: true }, 'no_account');
});

test('an address that nobody has confirmed leads to no account, and to no second one', async () => {
  const address = newAddress();
  await existing(server, { email: address });
  await refuses(server, identity(address), 'address_not_confirmed');
  expect(await server.db.sql`select 1 from users where username = ${address}`).toHaveLength(0);
});

test('an address that is one account’s name and another’s own leads to neither', async () => {
  const address = newAddress();
  await existing(server, { username: address });
  await existing(server, { email: address, confirmed: true });
  await refuses(server, identity(address), 'several_accounts');
});

test('a name at the provider is never an existing account’s, by its name or its address', async () => {
  await existing(server, { username: 'linus' });
  const address = newAddress();
  await existing(server, { email: address, confirmed: true });
  for (const preferred_username of ['linus', 'LINUS', address, address.toUpperCase()])
    await refuses(server, { sub: `not ${preferred_username}`, preferred_username }, 'name_taken');
});

test('it names a new account, without an address that was not verified', async () => {
  provider.person = { sub: 'margaret', preferred_username: 'margaret', email: newAddress(), email_verified: false };
  const { body } = await signIn(server);
  expect(body).toMatchObject({
    user: { username: 'margaret', email: null, email_confirmed: false },
    role: { key: 'readonly' },
  });
});

test('nobody whose name at the provider could not be one here gets an account', async () => {
  for (const preferred_username of ['', ' ', 'a b', '-x', 'x'.repeat(101), '<script>', 'admin\u3164', undefined])
    await refuses(server, { sub: `named ${preferred_username}`, preferred_username }, 'no_name');
});

test('without RMM_OIDC_ROLE nobody new gets in', async () => {
  await refuses(closed, identity(newAddress(), { preferred_username: 'newcomer' }), 'no_account');
});

test('a role that is not there makes no account', async () => {
  const own = await startServer({ ...provider.env, RMM_OIDC_ROLE: 'no-such-role' });
  await createPerson(own.db);
  await refuses(own, identity(newAddress()), 'role_missing');
  await own.stop();
});

test('before the first administrator there is no account for anybody', async () => {
  const own = await startServer({ ...provider.env, RMM_OIDC_ROLE: 'admin' });
  await refuses(own, identity(newAddress()), 'not_set_up');
  expect((await own.ok('GET /api/auth/state', { token: null })).needs_bootstrap).toBe(true);
  await own.stop();
});

test('a disabled account gets in by no way', async () => {
  const address = newAddress();
  const account = await existing(closed, { username: address });
  await closed.ok('POST /api/users/:id/disable', { params: { id: account.id } });
  await refuses(closed, identity(address), 'account_disabled');
  await closed.ok('POST /api/users/:id/enable', { params: { id: account.id } });
  provider.person = identity(address);
  expect((await signIn(closed)).status).toBe(200);
  await closed.ok('POST /api/users/:id/disable', { params: { id: account.id } });
  nextMinute(closed);
  await refuses(closed, identity(address), 'account_disabled');
  const [entry] = await closed.db.sql`
    select target_id, target_name from audit_entries where action = 'auth.sso.fail' order by id desc limit 1`;
  expect(entry).toEqual({ target_id: account.id, target_name: address });
});

test('linking ends the sessions that a password began, since whoever knew it may be somebody else', async () => {
  const address = newAddress();
  const account = await existing(closed, { username: address });
  expect((await closed.call('GET /api/me', { token: account.token })).status).toBe(200);
  provider.person = identity(address);
  const { body } = await signIn(closed);
  expect((await closed.call('GET /api/me', { token: account.token })).status).toBe(401);
  expect((await closed.call('GET /api/me', { token: body.token })).status).toBe(200);
});

const login = (at: TestServer, username: string, password: string) =>
  at.call('POST /api/auth/login', { token: null, body: { username, password } });

test('a linked account is refused its password while single sign-on is on, and only who knows it learns that', async () => {
  const address = newAddress();
  await existing(closed, { username: address });
  expect((await login(closed, address, PASSWORD)).status).toBe(200);
  provider.person = identity(address);
  await signIn(closed);
  const { status, body } = await login(closed, address, PASSWORD);
  expect({ status, body }).toMatchObject({
    status: 403,
    body: { error: 'sso_required', code: 'sso_required', message: expect.stringContaining('single sign-on') },
  });
  expect(await login(closed, address, 'Wrong-Horse-Battery-9')).toMatchObject({
    status: 401,
    body: { code: 'invalid_credentials' },
  });
});

test('with RMM_OIDC_ENABLED=false the password works again', async () => {
  const address = newAddress();
  await existing(closed, { username: address });
  provider.person = identity(address);
  await signIn(closed);
  const broken = await startServer({
    ...provider.env,
    RMM_OIDC_ENABLED: 'false',
    RMM_DATABASE_URL: closed.db.url,
    RMM_MIGRATE_DATABASE_URL: closed.db.ownerUrl,
  });
  expect((await login(broken, address, PASSWORD)).status).toBe(200);
  expect((await broken.call('GET /api/auth/oidc/start', { token: null })).status).toBe(404);
  await broken.stop();
});

test('a deleted account takes its link with it', async () => {
  const address = newAddress();
  provider.person = identity(address);
  const first = await signIn(server);
  await server.ok('DELETE /api/users/:id', { token: ADMIN_TOKEN, params: { id: first.body.user.id } });
  const second = await signIn(server);
  expect(second.status).toBe(200);
  expect(second.body.user.id).not.toBe(first.body.user.id);
});
