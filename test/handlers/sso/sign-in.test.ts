import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, PASSWORD } from '../../factories.ts';
import { type Answer, startServer, type TestServer } from '../../harness.ts';
import { SILVER, startIdentityProvider, type TestProvider } from '../../identity-provider.ts';
import {
  arrive,
  CONSOLE,
  comeBack,
  exchange,
  FAILED,
  landed,
  reasons,
  seen,
  signIn,
  start,
  throughProvider,
} from './browser.ts';

let server: TestServer;
let provider: TestProvider;
beforeAll(async () => {
  provider = await startIdentityProvider(CONSOLE);
  server = await startServer({ ...provider.env, RMM_OIDC_ROLE: 'tech' });
  await createPerson(server.db, { password: PASSWORD });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

let people = 0;
const newPerson = () => {
  const name = `ada${++people}`;
  return { sub: `subject-${name}`, email: `${name}@example.com`, email_verified: true, preferred_username: name };
};

test('whoever may ask is told how it is called', async () => {
  expect(await server.ok('GET /api/auth/oidc', { token: null })).toEqual({ enabled: true, label: 'Example ID' });
  expect((await server.ok('GET /api/auth/state', { token: null })).sso).toEqual({ enabled: true, label: 'Example ID' });
});

test('the provider is asked with state, nonce and an S256 challenge, whose secrets stay here', async () => {
  const { url, cookie } = await start(server, '/devices?q=a%2Fb');
  expect(url.origin).toBe(provider.issuer);
  const asked = Object.fromEntries(url.searchParams);
  expect(asked).toMatchObject({
    response_type: 'code',
    client_id: 'muster',
    redirect_uri: `${CONSOLE}/api/auth/oidc/callback`,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(asked).not.toHaveProperty('acr_values');
  const [row] = await server.db.sql<{ code_verifier: string; redirect_to: string; all: string }[]>`
    select f.*, to_jsonb(f)::text as all from sso_flows f
    where state_hash = ${hash('sha256', asked.state ?? '', 'buffer')}`;
  expect(row?.redirect_to).toBe('/devices?q=a%2Fb');
  const place = `sso_flows:code_verifier:${hash('sha256', asked.state ?? '', 'base64url')}`;
  const verifier = server.muster.services.secrets.open(place, row?.code_verifier ?? '');
  expect(hash('sha256', verifier, 'base64url')).toBe(asked.code_challenge);
  for (const secret of [verifier, asked.state ?? '', cookie.split('=')[1] ?? ''])
    expect(row?.all).not.toContain(secret);
});

test('the cookie is of this host alone, and out of reach of scripts', async () => {
  const answer = await server.call('GET /api/auth/oidc/start', { token: null });
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^muster-sso=[\w-]{43}; Path=\/; Max-Age=660; HttpOnly; SameSite=Lax$/),
  ]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const tls = await startServer({ ...provider.env, RMM_CONSOLE_URL: 'https://console.test' });
  const secure = await tls.call('GET /api/auth/oidc/start', { token: null });
  expect(secure.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-muster-sso=[\w-]{43}; Path=\/; Max-Age=660; HttpOnly; SameSite=Lax; Secure$/),
  ]);
  await tls.stop();
});

test('a first sign-in makes an account with the configured role, and leads to where it began', async () => {
  const person = newPerson();
  provider.person = person;
  const { url, cookie } = await start(server, '/devices?status=online');
  const back = await comeBack(server, await throughProvider(url), cookie);
  const { code, to } = landed(back);
  expect(to).toBe('/devices?status=online');
  const { status, body, headers } = await exchange(server, code, { cookie, origin: CONSOLE });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    token: expect.stringMatching(/^rms_[\w-]{43}$/),
    user: { username: person.email, email: person.email, email_confirmed: true, sso_linked: true, builtin: false },
    role: { key: 'tech' },
    unscoped: true,
  });
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^muster-sso=; Path=\/; Max-Age=0;/)]);
  expect((await server.ok('GET /api/me', { token: body.token })).user?.id).toBe(body.user.id);
  const trail = await server.db.sql`
    select actor_kind, action, details from audit_entries where target_id = ${body.user.id} order by id`;
  expect(trail).toEqual([
    { actor_kind: 'system', action: 'user.create', details: { role: 'tech', scopes: 0 } },
    { actor_kind: 'system', action: 'user.sso.link', details: { issuer: provider.issuer, created: true } },
    { actor_kind: 'user', action: 'auth.login', details: { method: 'sso' } },
  ]);
  const [user] = await server.db.sql`select password_hash, last_login_at from users where id = ${body.user.id}`;
  expect(user).toEqual({ password_hash: null, last_login_at: expect.any(String) });
  expect(await server.db.sql`select 1 from sso_flows where redirect_to = ${to}`).toHaveLength(0);
});

test('the next time it is the same account, whatever its address is by then', async () => {
  const person = newPerson();
  provider.person = person;
  const first = await signIn(server);
  provider.person = { ...person, email: 'other@example.com', preferred_username: 'other' };
  const second = await signIn(server);
  expect(second.body.user.id).toBe(first.body.user.id);
  expect(second.body.user.email).toBe(person.email);
  expect((await server.call('GET /api/me', { token: first.body.token })).status).toBe(200);
});

test('a second factor of the account is not asked for: the provider has its own', async () => {
  provider.person = newPerson();
  const { body } = await signIn(server);
  await server.db.sql`insert into totp (user_id, secret, enabled_at) values (${body.user.id}, 'sealed', now())`;
  expect((await signIn(server)).status).toBe(200);
});

test('a callback alone signs nobody in, and its address holds no token', async () => {
  provider.person = newPerson();
  const { answer } = await arrive(server);
  const { code } = landed(answer);
  expect(answer.headers.get('location')).not.toContain('rms_');
  expect((await server.call('GET /api/me', { token: code })).status).toBe(401);
  expect((await server.call('GET /api/me', { token: `rms_${code}` })).status).toBe(401);
});

test('what the provider adds to its answer is ignored', async () => {
  provider.person = newPerson();
  const { url, cookie } = await start(server);
  const query = { ...(await throughProvider(url)), session_state: 'x', 'a[b]': 'c' };
  expect(landed(await comeBack(server, query, cookie)).to).toBe('/');
});

test('who refuses at the provider lands on the sign-in, and its words are nowhere', async () => {
  provider.person = null;
  const { answer } = await arrive(server);
  expect(seen(answer)).toEqual(FAILED);
  await expect.poll(() => reasons(server)).toContain('provider_says_access_denied');
  const [kept] = await server.db.sql`select 1 from audit_entries e where to_jsonb(e)::text like '%PROVIDER-TEXT%'`;
  expect(kept).toBeUndefined();
});

test('twenty first sign-ins of one person at once make one account', async () => {
  const person = newPerson();
  provider.person = person;
  const begun = await Promise.all(Array.from({ length: 20 }, () => start(server)));
  const queries = await Promise.all(begun.map(({ url }) => throughProvider(url)));
  const answers = await Promise.all(queries.map((query, i) => comeBack(server, query, begun[i]?.cookie)));
  const codes = answers.map((answer) => landed(answer).code);
  const sessions = await Promise.all(
    codes.map((code, i) => exchange(server, code, { cookie: begun[i]?.cookie, origin: CONSOLE })),
  );
  expect(new Set(sessions.map(({ body }) => body.user.id)).size).toBe(1);
  expect(await server.db.sql`select 1 from users where username = ${person.email}`).toHaveLength(1);
});

test('of two first sign-ins that meet in the middle the second one finds what the first one made', async () => {
  const person = newPerson();
  provider.person = person;
  const begun = [await start(server), await start(server)];
  const queries = await Promise.all(begun.map(({ url }) => throughProvider(url)));
  const waiting = async () =>
    (
      await server.db.sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    ).count;
  let answers: Promise<Answer>[] = [];
  await server.db.ownerSql.begin(async (sql) => {
    await sql`lock table users in share mode`; // whoever makes an account stands still right before it
    answers = queries.map((query, i) => comeBack(server, query, begun[i]?.cookie));
    await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
  });
  for (const answer of await Promise.all(answers)) expect(landed(answer).to).toBe('/');
  expect(await server.db.sql`select 1 from users where username = ${person.email}`).toHaveLength(1);
});

test('the client secret goes the way that the provider takes, and a public client has none', async () => {
  for (const method of ['client_secret_post', 'none'] as const) {
    const other = await startIdentityProvider(
      CONSOLE,
      { token_endpoint_auth_method: method },
      { clientAuthMethods: [method] },
    );
    const own = await startServer({ ...other.env, RMM_OIDC_ROLE: 'tech' });
    await createPerson(own.db);
    other.person = newPerson();
    expect((await signIn(own)).status).toBe(200);
    await own.stop();
    await other.stop();
  }
});

test('a wrong client secret is called what it is', async () => {
  const own = await startServer({
    ...provider.env,
    RMM_OIDC_CLIENT_SECRET: 'of another client',
    RMM_OIDC_ROLE: 'tech',
  });
  await createPerson(own.db);
  provider.person = newPerson();
  const { answer } = await arrive(own);
  expect(seen(answer)).toEqual(FAILED);
  await expect.poll(() => reasons(own)).toEqual(['token_refused_invalid_client']);
  await own.stop();
});

test('a provider that signs addresses only when asked to is asked', async () => {
  const strict = await startIdentityProvider(
    CONSOLE,
    {},
    {
      conformIdTokenClaims: true,
      features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
    },
  );
  const own = await startServer({ ...strict.env, RMM_OIDC_ROLE: 'tech' });
  await createPerson(own.db);
  const person = newPerson();
  strict.person = person;
  expect((await signIn(own)).body.user.username).toBe(person.email);
  await own.stop();
  await strict.stop();
});

test('acr and amr have to be what is demanded', async () => {
  const demanding = await startServer({
    ...provider.env,
    RMM_OIDC_ROLE: 'tech',
    RMM_OIDC_ACR_VALUES: `urn:example:gold ${SILVER}`,
    RMM_OIDC_REQUIRED_AMR: 'mfa,otp',
  });
  await createPerson(demanding.db);
  demanding.clock.offsetMs = 60_000 - (Date.now() % 60_000); // a minute has just begun, in which each reason is noted once
  const attempt = async (acr?: string, amr?: string[]) => {
    provider.person = { ...newPerson(), ...(acr && { acr }), ...(amr && { amr }) };
    return seen((await arrive(demanding)).answer);
  };
  expect((await start(demanding)).url.searchParams.get('acr_values')).toBe(`urn:example:gold ${SILVER}`);
  expect((await attempt(SILVER, ['pwd', 'otp', 'mfa'])).location).toContain('/sso#code=');
  expect(await attempt(SILVER, ['pwd', 'otp'])).toEqual(FAILED);
  await expect.poll(() => reasons(demanding)).toEqual(['amr_missing']);
  expect(await attempt(SILVER)).toEqual(FAILED);
  expect(await attempt('urn:example:bronze', ['otp', 'mfa'])).toEqual(FAILED);
  await expect.poll(() => reasons(demanding)).toEqual(['acr_missing', 'amr_missing']);
  expect(await attempt(undefined, ['otp', 'mfa'])).toEqual(FAILED);
  expect(await demanding.db.sql`select 1 from sso_identities`).toHaveLength(1);
  await demanding.stop();
});

test.each([
  '//evil.test',
  '/\\evil.test',
  '/%5cevil.test',
  'https://evil.test/',
  'javascript:alert(1)',
  '/\t/evil.test',
  '/%2f/evil.test',
])('redirect_to=%j leads to the first page', async (redirectTo) => {
  provider.person = newPerson();
  const { url, cookie } = await start(server, redirectTo);
  const answer = await comeBack(server, await throughProvider(url), cookie);
  expect(landed(answer).to).toBe('/');
  expect(answer.headers.get('location')).not.toContain('evil');
});
