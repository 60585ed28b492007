/** Sign-in forgery and replay (ATTACKS.md 9): every step belongs to the browser that began, and works once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPerson } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { startIdentityProvider, type TestProvider } from '../../identity-provider.ts';
import {
  arrive,
  CONSOLE,
  comeBack,
  exchange,
  FAILED,
  landed,
  reasons,
  seen,
  start,
  throughProvider,
} from './browser.ts';

let server: TestServer;
let provider: TestProvider;
beforeAll(async () => {
  provider = await startIdentityProvider(CONSOLE);
  server = await startServer({ ...provider.env, RMM_OIDC_ROLE: 'tech' });
  await createPerson(server.db);
  provider.person = { sub: 'joan', email: 'joan@example.com', email_verified: true };
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
beforeEach(() => {
  server.clock.offsetMs = Math.ceil(server.clock.offsetMs / 3_600_000 + 1) * 3_600_000; // other limits, other minutes
});

const lastReason = () => expect.poll(async () => (await reasons(server))[0]);
const refusedExchange = { status: 401, body: { code: 'sso_failed', error: 'Single sign-on did not succeed.' } };

test('a callback works once', async () => {
  const { url, cookie } = await start(server);
  const query = await throughProvider(url);
  landed(await comeBack(server, query, cookie));
  expect(seen(await comeBack(server, query, cookie))).toEqual(FAILED);
  await lastReason().toBe('unknown_state');
});

test('of two equal callbacks at once one works', async () => {
  const { url, cookie } = await start(server);
  const query = await throughProvider(url);
  const answers = await Promise.all([comeBack(server, query, cookie), comeBack(server, query, cookie)]);
  expect(answers.filter((answer) => answer.headers.get('location')?.startsWith(`${CONSOLE}/sso#`))).toHaveLength(1);
});

test.each([
  ['without the cookie', 'no_cookie', () => undefined],
  ['with the cookie of another sign-in', 'other_browser', async () => (await start(server)).cookie],
  ['with a cookie that somebody made up', 'other_browser', () => 'muster-sso=made-up'],
  ['with two cookies of the name', 'no_cookie', (own: string) => `${own}; muster-sso=planted`],
  ['with an empty cookie', 'no_cookie', () => 'muster-sso='],
])('a callback %s is refused, and spent', async (_, reason, jar) => {
  const { url, cookie } = await start(server);
  const query = await throughProvider(url);
  expect(seen(await comeBack(server, query, await jar(cookie)))).toEqual(FAILED);
  await lastReason().toBe(reason);
  expect(seen(await comeBack(server, query, cookie))).toEqual(FAILED);
});

test('a callback after ten minutes is refused', async () => {
  const { url, cookie } = await start(server);
  const query = await throughProvider(url);
  server.clock.offsetMs += 10 * 60_000;
  expect(seen(await comeBack(server, query, cookie))).toEqual(FAILED);
  await lastReason().toBe('too_late');
});

test.each<[string, Record<string, string>]>([
  ['nothing', {}],
  ['no state', { code: 'x' }],
  ['a state of nobody', { code: 'x', state: 'x' }],
  ['an endless state', { state: 'x'.repeat(3000) }],
  ['bytes that are no text', { state: '\0', code: '\u{fffd}' }],
])('a callback with %s lands on the sign-in', async (_, query) => {
  expect(seen(await comeBack(server, query, 'muster-sso=x'))).toEqual(FAILED);
});

test('a callback that names a parameter twice lands there too', async () => {
  expect(seen(await server.call('GET /api/auth/oidc/callback?state=a&state=b', { token: null }))).toEqual(FAILED);
});

test('a code is exchanged once, also by twenty at once', async () => {
  const { answer, cookie } = await arrive(server);
  const { code } = landed(answer);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => exchange(server, code, { cookie, origin: CONSOLE })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  expect(await exchange(server, code, { cookie, origin: CONSOLE })).toMatchObject(refusedExchange);
});

test('a code is worth nothing after a minute', async () => {
  const { answer, cookie } = await arrive(server);
  server.clock.offsetMs += 60_000;
  expect(await exchange(server, landed(answer).code, { cookie, origin: CONSOLE })).toMatchObject(refusedExchange);
  await lastReason().toBe('too_late');
});

test.each([
  ['another site', 'https://evil.test'],
  ['the same host, without TLS or with another port', 'http://console.test:8080'],
  ['a page that hides where it is from', 'null'],
  ['nobody knows where', undefined],
])('a code from %s is refused, though it has the cookie', async (_, origin) => {
  const { answer, cookie } = await arrive(server);
  const { code } = landed(answer);
  expect(await exchange(server, code, { cookie, origin })).toMatchObject(refusedExchange);
  await lastReason().toBe('other_origin');
});

test('a code in another browser is refused, and spent', async () => {
  const { answer, cookie } = await arrive(server);
  const { code } = landed(answer);
  const { cookie: other } = await start(server);
  expect(await exchange(server, code, { cookie: other, origin: CONSOLE })).toMatchObject(refusedExchange);
  await lastReason().toBe('other_browser');
  expect(await exchange(server, code, { cookie, origin: CONSOLE })).toMatchObject(refusedExchange);
});

test('a code without the cookie is refused', async () => {
  const { answer } = await arrive(server);
  expect(await exchange(server, landed(answer).code, { origin: CONSOLE })).toMatchObject(refusedExchange);
  await lastReason().toBe('no_cookie');
});

test('an account that is disabled or deleted between callback and exchange gets no session', async () => {
  provider.person = { sub: 'late', email: 'late@example.com', email_verified: true };
  const { answer, cookie } = await arrive(server);
  const [user] = await server.db.sql<{ id: string }[]>`select id from users where username = 'late@example.com'`;
  const id = user?.id ?? '';
  await server.ok('POST /api/users/:id/disable', { params: { id } });
  expect(await exchange(server, landed(answer).code, { cookie, origin: CONSOLE })).toMatchObject(refusedExchange);
  await lastReason().toBe('account_disabled');
  await server.ok('POST /api/users/:id/enable', { params: { id } });
  const again = await arrive(server);
  await server.ok('DELETE /api/users/:id', { params: { id } });
  expect(await exchange(server, landed(again.answer).code, { cookie: again.cookie, origin: CONSOLE })).toMatchObject(
    refusedExchange,
  );
});

test('only hashes of codes and cookies are stored', async () => {
  const { answer, cookie } = await arrive(server);
  const { code } = landed(answer);
  const [row] = await server.db.sql<{ all: string }[]>`select json_agg(to_jsonb(e))::text as all from sso_exchanges e`;
  for (const secret of [code, cookie.split('=')[1] ?? '']) expect(row?.all).not.toContain(secret);
});

test('after sixty failures a peer waits', async () => {
  const attempt = () => exchange(server, 'guess', { cookie: 'muster-sso=x', origin: CONSOLE });
  const statuses: number[] = [];
  for (let i = 0; i < 70 && !statuses.includes(429); i++) statuses.push((await attempt()).status);
  expect(statuses.at(-1)).toBe(429);
  expect(seen(await comeBack(server, { state: 'x' }, 'muster-sso=x'))).toEqual(FAILED);
});
