/** Consent with a provider that lies, or is away: no ticket, and a page that tells nothing (ATTACKS.md 8). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Application, application, newPeer, requestOf } from '../../consent.ts';
import { createPerson } from '../../factories.ts';
import type { Answer } from '../../harness.ts';
import { type OauthServer, startOauthServer } from '../../oauth.ts';
import { startTamperingProvider, type TamperingProvider } from '../../tampering-provider.ts';
import { comeBack, cookieOf, nextMinute, reasons, throughProvider } from '../sso/browser.ts';

let provider: TamperingProvider;
let server: OauthServer;
let app: Application;
beforeAll(async () => {
  provider = await startTamperingProvider();
  server = await startOauthServer({ ...provider.env, RMM_OIDC_ROLE: 'tech' });
  await createPerson(server.db);
  app = await application(server);
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
beforeEach(() => {
  nextMinute(server);
  provider.mend();
});

async function begin(): Promise<Answer> {
  const headers = { 'x-forwarded-for': newPeer() };
  const sent = { token: null, query: requestOf(app), headers };
  const prepared = new URL((await server.call('GET /oauth/authorize/sso', sent)).headers.get('location') ?? '');
  const state = prepared.searchParams.get('state') ?? '';
  return server.call('GET /api/auth/oidc/begin', { token: null, query: { state } });
}

async function refused(answer: Answer): Promise<void> {
  expect([answer.status, answer.headers.get('location')]).toEqual([401, null]);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(answer.body).toContain('Single sign-on did not succeed.');
  expect(answer.body).not.toContain('PROVIDER-TEXT');
  expect(await server.db.sql`select 1 from oauth_sso_grants`).toHaveLength(0);
  expect(await server.db.sql`select 1 from users where username like 'mallory%'`).toHaveLength(0);
}

test.each<[string, () => void]>([
  ['for another client', () => (provider.claims = (right) => ({ ...right, aud: 'another' }))],
  ['of another sign-in', () => (provider.claims = (right) => ({ ...right, nonce: 'another' }))],
  ['that is not signed', () => (provider.signature = 'none')],
  ['that somebody else signed', () => (provider.signature = 'other_key')],
])('an ID token %s ends on a page of its own', async (_, tamper) => {
  tamper();
  const answer = await begin();
  const query = await throughProvider(new URL(answer.headers.get('location') ?? ''));
  await refused(await comeBack(server, query, cookieOf(answer)));
  await expect.poll(async () => (await reasons(server)).length).toBeGreaterThan(0);
});

test('a provider that is away when the answer comes ends there too', async () => {
  const answer = await begin();
  const query = await throughProvider(new URL(answer.headers.get('location') ?? ''));
  provider.state = 'silent';
  await refused(await comeBack(server, query, cookieOf(answer)));
});

test('and so does a sign-in that began already, or that nobody prepared', async () => {
  for (const state of ['consent.made-up', 'consent.'])
    await refused(await server.call('GET /api/auth/oidc/begin', { token: null, query: { state } }));
});
