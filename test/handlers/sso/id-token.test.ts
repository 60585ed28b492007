import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPerson } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { startTamperingProvider, type TamperingProvider } from '../../tampering-provider.ts';
import {
  arrive,
  CONSOLE,
  comeBack,
  FAILED,
  landed,
  nextMinute,
  reasons,
  seen,
  signIn,
  start,
  throughProvider,
} from './browser.ts';

let provider: TamperingProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startTamperingProvider();
  server = await startServer({ ...provider.env, RMM_OIDC_ROLE: 'tech', RMM_TRUSTED_PROXIES: '127.0.0.1' });
  await createPerson(server.db);
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
beforeEach(() => {
  nextMinute(server);
  provider.mend();
});

/** Nobody got in, nothing was made, and operators read why. */
async function refuses(reason: string): Promise<void> {
  const { answer } = await arrive(server);
  expect(seen(answer)).toEqual(FAILED);
  await expect.poll(async () => (await reasons(server))[0]).toBe(reason);
  expect(await server.db.sql`select 1 from sso_exchanges`).toHaveLength(0);
  expect(await server.db.sql`select 1 from users where username like 'mallory%'`).toHaveLength(0);
}

const now = () => Math.floor(Date.now() / 1000);

test.each<[string, string, (right: JWTPayload) => JWTPayload]>([
  ['of another issuer', 'wrong_iss', (right) => ({ ...right, iss: 'https://evil.test' })],
  ['without an issuer', 'provider_answer', ({ iss: _, ...rest }) => rest],
  ['for another client', 'wrong_aud', (right) => ({ ...right, aud: 'another-client' })],
  ['for two clients, not saying whom it was issued to', 'wrong_aud', (right) => ({ ...right, aud: ['muster', 'b'] })],
  ['issued to another client', 'wrong_azp', (right) => ({ ...right, aud: ['muster', 'b'], azp: 'b' })],
  ['with another nonce', 'wrong_nonce', (right) => ({ ...right, nonce: 'from-another-sign-in' })],
  ['without a nonce', 'provider_answer', ({ nonce: _, ...rest }) => rest],
  ['that has expired', 'expired', (right) => ({ ...right, iat: now() - 400, exp: now() - 60 })],
  ['that never expires', 'provider_answer', ({ exp: _, ...rest }) => rest],
  ['that is not valid yet', 'wrong_nbf', (right) => ({ ...right, nbf: now() + 600 })],
  ['without a subject', 'provider_answer', ({ sub: _, ...rest }) => rest],
  ['with an endless subject', 'provider_answer', (right) => ({ ...right, sub: 'x'.repeat(256) })],
])('an ID token %s is refused', async (_, reason, claims) => {
  provider.claims = claims;
  await refuses(reason);
});

test.each([
  ['not at all', 'none', 'provider_answer'],
  ['with another key of the same name', 'other_key', 'wrong_signature'],
  ['and changed afterwards', 'broken', 'wrong_signature'],
  ['with the client secret, which is no proof of who signed', 'shared_secret', 'provider_answer'],
] as const)('an ID token signed %s is refused', async (_, signature, reason) => {
  provider.signature = signature;
  await refuses(reason);
});

test.each([
  ['of another issuer (RFC 9207)', (right: Record<string, string>) => ({ ...right, iss: 'https://evil.test' })],
  ['that does not say whose it is', ({ iss: _, ...rest }: Record<string, string>) => rest],
  ['with tokens in it', (right: Record<string, string>) => ({ ...right, id_token: 'x' })],
])('an answer %s is refused', async (_, answer) => {
  provider.answer = answer;
  await refuses('provider_answer');
});

test('an error of the provider’s own making leaves nothing but its code', async () => {
  provider.answer = ({ state = '' }) => ({
    ...{ state, iss: provider.issuer, error: 'Evil <b>', error_description: 'PROVIDER-TEXT' },
  });
  await refuses('provider_says_other');
  const [kept] = await server.db.sql`select 1 from audit_entries e where to_jsonb(e)::text ~ 'PROVIDER-TEXT|Evil'`;
  expect(kept).toBeUndefined();
});

test('a code that belongs to another sign-in is refused by its PKCE challenge', async () => {
  const victim = await throughProvider((await start(server)).url);
  const { url, cookie } = await start(server);
  const { state = '' } = await throughProvider(url);
  const answer = await comeBack(server, { ...victim, state }, cookie);
  expect(seen(answer)).toEqual(FAILED);
  await expect.poll(async () => (await reasons(server))[0]).toBe('token_refused_invalid_grant');
  expect(provider.asked.at(-1)?.get('code')).toBe(victim.code);
});

test('while the provider is away a start lands on the sign-in, and the next one after that succeeds', async () => {
  const fresh = await startServer({ ...provider.env, RMM_OIDC_ROLE: 'tech' });
  await createPerson(fresh.db);
  for (const state of ['silent', 'broken'] as const) {
    provider.state = state;
    const answer = await fresh.call('GET /api/auth/oidc/start', { token: null });
    expect(seen(answer)).toEqual(FAILED);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const reason = state === 'silent' ? 'provider_unreachable' : 'provider_answer';
    await expect.poll(async () => (await reasons(fresh))[0]).toBe(reason); // it is written behind the answer
  }
  expect(await fresh.db.sql`select 1 from sso_flows`).toHaveLength(0);
  provider.state = 'up';
  expect((await signIn(fresh)).status).toBe(200);
  provider.state = 'silent'; // known metadata outlive an outage: the browser is sent on, and the provider may be back by then
  fresh.clock.offsetMs = 2 * 3_600_000;
  const { url, cookie } = await start(fresh);
  expect(url.origin).toBe(provider.issuer);
  expect(
    seen(
      await comeBack(fresh, { code: 'x', state: url.searchParams.get('state') ?? '', iss: provider.issuer }, cookie),
    ),
  ).toEqual(FAILED);
  await expect.poll(() => reasons(fresh)).toContain('provider_unreachable');
  await fresh.stop();
});

test('a provider that calls itself otherwise than RMM_OIDC_ISSUER is not asked', async () => {
  const fresh = await startServer({ ...provider.env, RMM_OIDC_ROLE: 'tech' });
  await createPerson(fresh.db);
  provider.metadata = (right) => ({ ...right, issuer: 'https://evil.test' });
  expect(seen(await fresh.call('GET /api/auth/oidc/start', { token: null }))).toEqual(FAILED);
  await fresh.stop();
});

test('what is right gets in', async () => {
  const { answer } = await arrive(server);
  expect(landed(answer).to).toBe('/');
  expect(new URL(answer.headers.get('location') ?? '').origin).toBe(CONSOLE);
});
