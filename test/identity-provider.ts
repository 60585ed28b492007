/** A real OpenID Connect provider on loopback, which signs in whomever the test says, without asking. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider';

/** Claims of the person who signs in; of any type, since some providers get types wrong. */
export interface Person {
  sub: string;
  email?: unknown;
  email_verified?: unknown;
  preferred_username?: unknown;
  acr?: string;
  amr?: string[];
}

export interface TestProvider {
  issuer: string;
  /** What RMM_OIDC_* has to be for it. */
  env: Record<string, string>;
  /** Who signs in next; null: they refuse. */
  person: Person | null;
  stop: () => Promise<void>;
}

export const CLIENT_ID = 'muster';
/** With characters that Basic and form encoding treat differently. */
export const CLIENT_SECRET = 'a-secret~with/characters+of:all kinds%';
export const SILVER = 'urn:example:silver';

/** The settings with which a server signs people in there. */
export const providerEnv = (at: {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
}): Record<string, string> => ({
  RMM_OIDC_ENABLED: 'true',
  RMM_OIDC_ISSUER: at.issuer,
  RMM_OIDC_CLIENT_ID: at.clientId,
  ...(at.clientSecret !== undefined && { RMM_OIDC_CLIENT_SECRET: at.clientSecret }),
});

/** @param consoleUrl origin of the server under test */
export async function startIdentityProvider(
  consoleUrl: string,
  client: Partial<ClientMetadata> = {},
  configuration: Configuration = {},
): Promise<TestProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${portOf(server.address())}`;
  const people = new Map<string, Person>();
  const made: TestProvider = {
    issuer,
    env: {
      ...providerEnv({
        issuer,
        clientId: CLIENT_ID,
        clientSecret: client.token_endpoint_auth_method === 'none' ? undefined : CLIENT_SECRET,
      }),
      RMM_OIDC_LABEL: 'Example ID',
    },
    person: null,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const provider = new Provider(issuer, { ...(await configure(consoleUrl, people, client)), ...configuration });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, made, people, request, response);
    else void handle(request, response);
  });
  return made;
}

const portOf = (address: string | AddressInfo | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

async function configure(
  consoleUrl: string,
  people: Map<string, Person>,
  client: Partial<ClientMetadata>,
): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        ...(client.token_endpoint_auth_method !== 'none' && { client_secret: CLIENT_SECRET }),
        redirect_uris: [`${consoleUrl}/api/auth/oidc/callback`],
        ...client,
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['of a test'] },
    acrValues: [SILVER, 'urn:example:gold'],
    claims: { openid: ['sub', 'acr', 'amr'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => {
        const { acr: _acr, amr: _amr, ...claims } = people.get(sub) ?? { sub };
        return claims as { sub: string };
      },
    }),
  };
}

/** What a person would do on the provider's pages. */
async function interact(
  provider: Provider,
  { person }: TestProvider,
  people: Map<string, Person>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const details = await provider.interactionDetails(request, response);
  if (!person) {
    const refusal = { error: 'access_denied', error_description: 'PROVIDER-TEXT <b>that nobody must see</b>' };
    return provider.interactionFinished(request, response, refusal);
  }
  const { sub, acr, amr } = person;
  people.set(sub, person);
  const grant = new provider.Grant({ accountId: sub, clientId: CLIENT_ID });
  grant.addOIDCScope(String(details.params.scope));
  grant.addOIDCClaims(['email', 'email_verified', 'preferred_username']);
  const login = { accountId: sub, remember: false, ...(acr && { acr }), ...(amr && { amr }) };
  await provider.interactionFinished(request, response, { login, consent: { grantId: await grant.save() } });
}
