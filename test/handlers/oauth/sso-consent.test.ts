/** Consent over single sign-on (SPEC.md, SSO-for-consent procedure; ATTACKS.md 8, 9, 18). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Application,
  application,
  CALLBACK,
  type ConsentPage,
  codesOf,
  newPeer,
  openPage,
  pageOf,
  requestOf,
  returned,
  STATE,
  submit,
  trailOf,
  VERIFIER,
} from '../../consent.ts';
import { createPerson, PASSWORD } from '../../factories.ts';
import type { Answer } from '../../harness.ts';
import { startIdentityProvider, type TestProvider } from '../../identity-provider.ts';
import { type OauthServer, startOauthServer } from '../../oauth.ts';
import { CONSOLE, comeBack, cookieOf, FAILED, reasons, seen, throughProvider } from '../sso/browser.ts';

let server: OauthServer;
let provider: TestProvider;
let app: Application;
beforeAll(async () => {
  provider = await startIdentityProvider(CONSOLE);
  server = await startOauthServer({ ...provider.env, RMM_OIDC_ROLE: 'tech' });
  await createPerson(server.db);
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
let people = 0;
beforeEach(async () => {
  app = await application(server);
  const sub = `person-${++people}`;
  provider.person = { sub, email: `${sub}@example.com`, email_verified: true };
  // Other minutes for what is written once in each; from its beginning on, so that no test goes on into the next.
  server.clock.offsetMs += 60_000 - ((Date.now() + server.clock.offsetMs) % 60_000);
});

const start = (changes: Record<string, string | undefined> = {}): Promise<Answer> =>
  server.call('GET /oauth/authorize/sso', {
    token: null,
    query: requestOf(app, changes),
    headers: { 'x-forwarded-for': newPeer() },
  });

/** As far as the provider. */
async function begin(changes: Record<string, string | undefined> = {}): Promise<{ url: URL; cookie: string }> {
  const prepared = new URL((await start(changes)).headers.get('location') ?? '');
  expect([prepared.origin, prepared.pathname]).toEqual([CONSOLE, '/api/auth/oidc/begin']);
  const state = prepared.searchParams.get('state') ?? '';
  const answer = await server.call('GET /api/auth/oidc/begin', { token: null, query: { state } });
  return { url: new URL(answer.headers.get('location') ?? ''), cookie: cookieOf(answer) };
}

/** As far as the page on the console's origin. */
async function signedIn(changes: Record<string, string | undefined> = {}): Promise<ConsentPage> {
  const { url, cookie } = await begin(changes);
  return pageOf(await comeBack(server, await throughProvider(url), cookie));
}

const userId = async (): Promise<string> => {
  const name = `person-${people}@example.com`;
  const [row] = await server.db.sql<{ id: string }[]>`select id from users where username = ${name}`;
  return row?.id ?? '';
};
const rejections = async () => (await trailOf(server, app)).map(({ action, details }) => `${action} ${details.reason}`);

test('who signs in at the provider is shown the page, signed in, and the ticket leads to a code and a token', async () => {
  const page = await signedIn({ scope: 'mcp', resource: server.resource });
  expect(page.answer.status).toBe(200);
  expect(page.html).toContain(`person-${people}@example.com`);
  expect(page.html).toContain(`<form method="post" action="${new URL(server.resource).origin}/oauth/authorize">`);
  expect(page.html).not.toContain('name="password"');
  expect(page.answer.headers.get('x-frame-options')).toBe('DENY');
  expect(page.answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'none'; base-uri 'none'$/,
  );
  expect(page.answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^muster-sso=; .*Max-Age=0/)]);
  const answer = await submit(server, page, { decision: 'authorize' });
  const { to, parameters } = returned(answer);
  expect({ status: answer.status, to, parameters }).toEqual({
    status: 302,
    to: CALLBACK,
    parameters: { code: expect.stringMatching(/^rmc_/), state: STATE, iss: new URL(server.resource).origin },
  });
  expect(await trailOf(server, app)).toEqual([
    expect.objectContaining({
      action: 'oauth.authorize',
      actor_id: await userId(),
      details: { host: 'client.example.com', method: 'sso' },
    }),
  ]);
  const form = { grant_type: 'authorization_code', code: parameters.code, code_verifier: VERIFIER };
  const token = await server.post('/oauth/token', { ...form, client_id: app.clientId, redirect_uri: CALLBACK });
  expect(token.status).toBe(200);
});

test('the page offers it above the password, with the whole request', async () => {
  const { html } = await openPage(server, app);
  const link = /<a class="button" href="([^"]+)">/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(html.indexOf('Continue with Example ID')).toBeLessThan(html.indexOf('name="username"'));
  expect(link.startsWith('/oauth/authorize/sso?')).toBe(true);
  expect(Object.fromEntries(new URLSearchParams(link.split('?')[1]))).toMatchObject(requestOf(app));
});

test('a linked account has no password here, and is told the way', async () => {
  const person = await createPerson(server.db, { role: 'tech', password: PASSWORD });
  await server.db
    .sql`insert into sso_identities (user_id, issuer, subject) values (${person.id}, ${provider.issuer}, ${person.id})`;
  const answer = await submit(server, await openPage(server, app), { username: person.username, password: PASSWORD });
  expect(answer.status).toBe(403);
  expect(answer.body).toContain('This account signs in with Example ID.');
  expect(await codesOf(server, app)).toBe(0);
});

describe('a ticket', () => {
  test('is stored as a hash, stands in no address, and is spent by its first use', async () => {
    const page = await signedIn();
    const ticket = page.hidden.sso_grant ?? '';
    expect(ticket).toMatch(/^rmg_/);
    expect(page.html.match(/(?:href|action)="[^"]*"/g)?.join()).not.toContain(ticket);
    const [row] = await server.db.sql<
      { all: string }[]
    >`select json_agg(to_jsonb(g))::text as all from oauth_sso_grants g`;
    expect(row?.all).not.toContain(ticket);
    expect((await submit(server, page, {})).status).toBe(302);
    const again = await submit(server, page, {});
    expect([again.status, again.headers.get('location')]).toEqual([403, null]);
    expect(await rejections()).toEqual(['oauth.authorize undefined', 'oauth.sso_grant.reject unknown_or_spent']);
    expect(await codesOf(server, app)).toBe(1);
  });

  test('of twenty that post it at once one gets a code', async () => {
    const page = await signedIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(server, page, {})));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
    expect(await codesOf(server, app)).toBe(1);
  });

  test.each<[string, () => Promise<Record<string, string>>]>([
    ['another application', async () => ({ client_id: (await application(server)).clientId })],
    ['an application of nobody', async () => ({ client_id: 'nobody' })],
    ['another PKCE challenge', async () => ({ code_challenge: 'x'.repeat(43) })],
    ['a method that is none', async () => ({ code_challenge_method: 'plain' })],
    ['a redirect URI that is not registered', async () => ({ redirect_uri: 'https://evil.test/' })],
    [
      'another redirect URI of the same application',
      async () => {
        const redirect_uri = 'https://client.example.com/other';
        await server.db
          .sql`update oauth_applications set redirect_uris = redirect_uris || ${[redirect_uri]} where id = ${app.id}`;
        return { redirect_uri };
      },
    ],
  ])('for %s is refused, and spent', async (_, changes) => {
    const page = await signedIn();
    const changed = await changes();
    const answer = await submit(server, page, changed);
    expect(new URL(answer.headers.get('location') ?? 'none:').searchParams.get('code')).toBeNull();
    const [row] = await server.db.sql`select details->>'reason' as reason, actor_id from audit_entries
      where action = 'oauth.sso_grant.reject' order by id desc limit 1`;
    expect(row).toEqual({ reason: 'request_mismatch', actor_id: await userId() });
    expect((await submit(server, page, {})).status).toBe(403);
    expect(await codesOf(server, app)).toBe(0);
  });

  test('is worth nothing after five minutes', async () => {
    const page = await signedIn();
    server.clock.offsetMs += 5 * 60_000;
    expect((await submit(server, page, {})).status).toBe(403);
    expect(await rejections()).toEqual(['oauth.sso_grant.reject expired']);
  });

  test('of an account that is disabled before Authorize is refused', async () => {
    const page = await signedIn();
    await server.ok('POST /api/users/:id/disable', { params: { id: await userId() } });
    expect((await submit(server, page, {})).status).toBe(403);
    expect(await rejections()).toEqual(['oauth.sso_grant.reject user_disabled']);
    expect(await codesOf(server, app)).toBe(0);
  });

  test('of an account that loses its link, or mcp.use, before Authorize is refused', async () => {
    const page = await signedIn();
    await server.ok('DELETE /api/users/:id/sso', { params: { id: await userId() } });
    expect((await submit(server, page, {})).status).toBe(403);
    expect(await rejections()).toEqual(['oauth.sso_grant.reject unknown_or_spent']);
    app = await application(server);
    provider.person = { sub: `person-${++people}`, email: `person-${people}@example.com`, email_verified: true };
    const other = await signedIn();
    await server.db.sql`update users set role_key = 'readonly' where id = ${await userId()}`;
    const answer = await submit(server, other, {});
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('mcp.use');
    expect(await rejections()).toEqual(['oauth.authorize.refuse lacks_mcp_use']);
    expect(await codesOf(server, app)).toBe(0);
  });

  test('goes with its application', async () => {
    const page = await signedIn();
    await server.ok('DELETE /api/oauth-apps/:id', { params: { id: app.id } });
    expect((await submit(server, page, {})).status).toBe(400);
    expect(await server.db.sql`select 1 from oauth_sso_grants where application_id = ${app.id}`).toHaveLength(0);
  });

  test('with Deny leads back with access_denied, and is spent', async () => {
    const page = await signedIn();
    expect(returned(await submit(server, page, { decision: 'deny' }))).toMatchObject({
      to: CALLBACK,
      parameters: { error: 'access_denied', state: STATE },
    });
    expect((await submit(server, page, {})).status).toBe(403);
  });

  test('made up fills the trail with one entry a minute, and is a failed sign-in for the peer', async () => {
    const from = { 'x-forwarded-for': newPeer() };
    const statuses = new Set<number>();
    for (let i = 0; i < 6; i++) {
      const guesses = Array.from({ length: 20 }, (_, j) =>
        submit(server, { hidden: requestOf(app), cookie: '' }, { sso_grant: `rmg_${i}-${j}` }, from),
      );
      for (const { status } of await Promise.all(guesses)) statuses.add(status);
    }
    expect([...statuses].toSorted()).toEqual([403, 429]);
    expect(await rejections()).toEqual(['oauth.sso_grant.reject unknown_or_spent']);
  });
});

describe('the way to the provider and back', () => {
  test('ends on a page of its own when the provider refuses; why is for the trail', async () => {
    provider.person = null;
    const { answer } = await signedIn();
    expect([answer.status, answer.headers.get('location')]).toEqual([401, null]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('Single sign-on did not succeed.');
    expect(answer.body).not.toContain('PROVIDER-TEXT');
    await expect.poll(async () => (await reasons(server))[0]).toBe('provider_says_access_denied');
  });

  test('works once, and in the browser that began; else it ends on that page too', async () => {
    const { url, cookie } = await begin();
    const query = await throughProvider(url);
    const other = await begin();
    for (const jar of [other.cookie, cookie]) {
      const answer = await comeBack(server, query, jar);
      expect([answer.status, answer.headers.get('location')]).toEqual([401, null]);
    }
    // while one of the console ends on the console's page
    expect(seen(await comeBack(server, { state: 'x', code: 'y' }, 'muster-sso=x'))).toEqual(FAILED);
  });

  test('tells whose role lacks mcp.use so, and audits it; no ticket is made', async () => {
    await signedIn();
    await server.db.sql`update users set role_key = 'readonly' where id = ${await userId()}`;
    await server.db.sql`delete from oauth_sso_grants`;
    const { answer } = await signedIn();
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('mcp.use');
    expect(await server.db.sql`select 1 from oauth_sso_grants`).toHaveLength(0);
    expect(await rejections()).toEqual(['oauth.authorize.refuse lacks_mcp_use']);
  });

  test('ends on a page when the application was removed meanwhile, and makes no account', async () => {
    const { url, cookie } = await begin();
    const query = await throughProvider(url);
    await server.ok('DELETE /api/oauth-apps/:id', { params: { id: app.id } });
    const answer = await comeBack(server, query, cookie);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('not registered here');
    expect(await userId()).toBe('');
  });

  test('does not begin for an application that waits', async () => {
    await server.db.sql`update oauth_applications set status = 'pending' where id = ${app.id}`;
    const answer = await start();
    expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
  });

  test('speaks the browser’s language', async () => {
    const { url, cookie } = await begin();
    const query = await throughProvider(url);
    const headers = { cookie, 'accept-language': 'de' };
    const answer = await server.call('GET /api/auth/oidc/callback', { token: null, query, headers });
    expect(answer.body).toContain('<html lang="de">');
    expect(answer.body).toContain('Sie sind als');
  });

  test('begins 120 times in a quarter of an hour from one peer', async () => {
    const from = { 'x-forwarded-for': newPeer() };
    const call = () => server.call('GET /oauth/authorize/sso', { token: null, query: requestOf(app), headers: from });
    const answers = await Promise.all(Array.from({ length: 121 }, call));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});
