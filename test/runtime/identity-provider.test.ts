/** What cannot be had from a provider on loopback; the rest is in test/handlers/sso. */
import { expect, test } from 'vitest';
import { createIdentityProvider } from '../../runtime/identity-provider.ts';

const flow = { state: 'state', nonce: 'nonce', codeVerifier: 'v'.repeat(43) };

/** @param answer the metadata that are found at the well-known address */
function providerAt(issuer: string, answer: Record<string, unknown>, now = () => new Date()) {
  const asked: string[] = [];
  const options = {
    ...{ issuer, clientId: 'muster', clientSecret: 'secret', scopes: ['openid'], acrValues: [], requiredAmr: [] },
    redirectUri: 'https://rmm.example.com/api/auth/oidc/callback',
  };
  const provider = createIdentityProvider(options, now, async (url) => {
    asked.push(url);
    const body = { authorization_endpoint: `${issuer}/authorize`, ...answer };
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
  return { asked, url: () => provider.authorizationUrl(flow) };
}

const microsoft = 'https://login.microsoftonline.com';
const tenant = `${microsoft}/3f1e9d2c-8b7a-4c6d-9e5f-1a2b3c4d5e6f/v2.0`;

test('a Microsoft tenant that is named by its id is asked', async () => {
  expect(await providerAt(tenant, { issuer: tenant }).url()).toContain('code_challenge_method=S256');
});

test.each([
  ['by its domain', `${microsoft}/contoso.onmicrosoft.com/v2.0`, tenant],
  ['as any tenant', `${microsoft}/common/v2.0`, `${microsoft}/{tenantid}/v2.0`],
  ['as any organisation', `${microsoft}/organizations/v2.0`, `${microsoft}/{tenantid}/v2.0`],
])('a Microsoft tenant that is named %s is not, since who vouches would be unknown', async (_, issuer, named) => {
  await expect(providerAt(issuer, { issuer: named }).url()).rejects.toMatchObject({ reason: 'wrong_issuer' });
});

test.each([
  ['https://accounts.google.com', 'https://accounts.google.com', 'https://accounts.google.com'],
  ['https://id.example.com/realms/one', 'https://id.example.com/realms/one', 'https://id.example.com/realms/one'],
  ['https://id.example.com/o/muster/', 'https://id.example.com/o/muster/', 'https://id.example.com/o/muster'],
])('the metadata of %s are found', async (issuer, named, folder) => {
  const { asked, url } = providerAt(issuer, { issuer: named });
  await url();
  expect(asked).toEqual([`${folder}/.well-known/openid-configuration`]);
});

test('an issuer with a closing slash too many is another issuer', async () => {
  const issuer = 'https://id.example.com/realms/one';
  await expect(providerAt(`${issuer}/`, { issuer }).url()).rejects.toMatchObject({ reason: expect.any(String) });
});

test('metadata are asked for once an hour, by however many sign-ins at once', async () => {
  const clock = { at: 0 };
  const { asked, url } = providerAt(tenant, { issuer: tenant }, () => new Date(clock.at));
  await Promise.all([url(), url(), url()]);
  clock.at += 3_599_000;
  await url();
  expect(asked).toHaveLength(1);
  clock.at += 1000;
  await Promise.all([url(), url()]);
  expect(asked).toHaveLength(2);
});
