import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareFlow } from '../../../domain/sso/flows.ts';
import { sweepSso } from '../../../domain/sso/sweep.ts';
import { createPerson } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { startIdentityProvider, type TestProvider } from '../../identity-provider.ts';
import { CONSOLE, comeBack, cookieOf, exchange, FAILED, landed, seen, start, throughProvider } from './browser.ts';

let server: TestServer;
let provider: TestProvider;
beforeAll(async () => {
  provider = await startIdentityProvider(CONSOLE);
  server = await startServer({ ...provider.env, RMM_OIDC_ROLE: 'tech' });
  await createPerson(server.db);
  provider.person = { sub: 'radia', email: 'radia@example.com', email_verified: true };
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

/** As a page of another origin would send the browser on. */
async function prepare(): Promise<string> {
  const { beginUrl } = await prepareFlow(server.ctx, { redirectTo: '/somewhere' });
  const url = new URL(beginUrl);
  expect([url.origin, url.pathname]).toEqual([CONSOLE, '/api/auth/oidc/begin']);
  return url.searchParams.get('state') ?? '';
}
const begin = (state: string) => server.call('GET /api/auth/oidc/begin', { token: null, query: { state } });

test('a prepared sign-in gets its cookie on the console’s origin, and goes the usual way', async () => {
  const answer = await begin(await prepare());
  const query = await throughProvider(new URL(answer.headers.get('location') ?? ''));
  const cookie = cookieOf(answer);
  const { code, to } = landed(await comeBack(server, query, cookie));
  expect(to).toBe('/somewhere');
  expect((await exchange(server, code, { cookie, origin: CONSOLE })).status).toBe(200);
});

test('it begins once, also for twenty at once', async () => {
  const state = await prepare();
  const answers = await Promise.all(Array.from({ length: 20 }, () => begin(state)));
  expect(answers.filter((answer) => cookieOf(answer) !== '')).toHaveLength(1);
  expect(answers.filter((answer) => answer.headers.get('location') === FAILED.location)).toHaveLength(19);
});

test('one that has not begun cannot come back, with or without a cookie', async () => {
  for (const cookie of [undefined, 'muster-sso=x'])
    expect(seen(await comeBack(server, { code: 'x', state: await prepare() }, cookie))).toEqual(FAILED);
});

test('one that began at /start, or that nobody prepared, or long ago, does not begin here', async () => {
  const { url } = await start(server);
  expect(seen(await begin(url.searchParams.get('state') ?? ''))).toEqual(FAILED);
  expect(seen(await begin('x'))).toEqual(FAILED);
  const state = await prepare();
  server.clock.offsetMs += 10 * 60_000;
  expect(seen(await begin(state))).toEqual(FAILED);
});

test('what never came back is swept away', async () => {
  await start(server);
  server.clock.offsetMs += 10 * 60_000;
  expect(await sweepSso(server.ctx)).toBeGreaterThan(0);
  expect(await server.db.sql`select 1 from sso_flows union all select 1 from sso_exchanges`).toHaveLength(0);
});

test('a flood of starts keeps 20,000 rows at most, and the newest of them', async () => {
  await server.db.ownerSql`
    insert into sso_flows (state_hash, code_verifier, nonce, redirect_to, expires_at)
    select decode(lpad(to_hex(i), 64, '0'), 'hex'), 'x', 'x', '/', now() + i * interval '1 ms' from generate_series(1, 25000) i`;
  const { url } = await start(server);
  const [row] = await server.db.sql<{ count: number }[]>`select count(*)::int as count from sso_flows`;
  expect(row?.count).toBeLessThanOrEqual(20_001);
  expect((await throughProvider(url)).state).toBe(url.searchParams.get('state'));
  await server.db.ownerSql`delete from sso_flows`;
});

test('after 120 starts a peer waits, and is told so where it is of use', async () => {
  server.clock.offsetMs = 0;
  const answers = await Promise.all(
    Array.from({ length: 121 }, () => server.call('GET /api/auth/oidc/start', { token: null })),
  );
  const last = answers.find((answer) => answer.headers.get('location') === FAILED.location);
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('while single sign-on is off its routes are not there', async () => {
  const off = await startServer();
  for (const path of ['', '/start', '/start?redirect_to=/', '/callback?state=x&code=y', '/begin?state=x'])
    expect(await off.call(`GET /api/auth/oidc${path}`, { token: null })).toMatchObject({
      status: 404,
      body: { code: 'route_not_found' },
    });
  expect((await exchange(off, 'x', { cookie: 'muster-sso=x', origin: CONSOLE })).status).toBe(404);
  expect(Object.keys((await off.ok('GET /api/openapi.json')) as never)).toContain('paths');
  await off.stop();
});
