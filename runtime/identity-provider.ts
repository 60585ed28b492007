/** OpenID Connect by openid-client, with the provider that RMM_OIDC_* names (OpenID Connect Core 1.0, 3.1). */
import * as oidc from 'openid-client';
import { z } from 'zod';
import { type Flow, type Identity, IdentityError, type IdentityProvider } from '../domain/sso/provider.ts';
import { toIdentityError } from './identity-errors.ts';

export interface ProviderOptions {
  issuer: string;
  clientId: string;
  /** Undefined: a public client, which PKCE alone protects. */
  clientSecret: string | undefined;
  scopes: string[];
  /** What is asked for, any of which has to come back; none: no demand. */
  acrValues: string[];
  /** All of these have to come back. */
  requiredAmr: string[];
  redirectUri: string;
}

/** Each request to the provider; a browser waits for two or three of them. */
const TIMEOUT_SEC = 10;
/** Clocks of two machines that both keep time. */
const TOLERANCE_SEC = 10;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** @param fetch how the provider is reached; Node's own unless a test says otherwise */
export function createIdentityProvider(
  options: ProviderOptions,
  now: () => Date,
  fetch?: oidc.CustomFetch,
): IdentityProvider {
  const discovered = createDiscovery(() => discover(options, fetch), now);
  return {
    authorizationUrl: async (flow) => authorizationUrl(options, await discovered(), flow).catch(rethrow),
    redeem: async (query, flow) => redeem(options, await discovered(), query, flow).catch(rethrow),
  };
}

const rethrow = (error: unknown): never => {
  throw toIdentityError(error);
};

/**
 * The provider's metadata, asked for at the first sign-in and again each hour. A failure is not kept: the next sign-in
 * tries again; metadata that were good an hour ago go on for a minute each time that the provider does not answer.
 */
function createDiscovery(discoverNow: () => Promise<oidc.Configuration>, now: () => Date) {
  let known: { configuration: oidc.Configuration; until: number } | undefined;
  let underWay: Promise<oidc.Configuration> | undefined;
  const refresh = async (): Promise<oidc.Configuration> => {
    try {
      const configuration = await discoverNow();
      known = { configuration, until: now().getTime() + HOUR_MS };
    } catch (error) {
      if (!known) throw toIdentityError(error);
      known = { ...known, until: now().getTime() + MINUTE_MS };
    }
    return known.configuration;
  };
  return async (): Promise<oidc.Configuration> => {
    if (known && now().getTime() < known.until) return known.configuration;
    underWay ??= refresh().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function discover(options: ProviderOptions, fetch?: oidc.CustomFetch): Promise<oidc.Configuration> {
  const issuer = new URL(options.issuer);
  // Configuration lets http through on a loopback address alone.
  const execute = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
  const configuration = await oidc.discovery(
    issuer,
    options.clientId,
    { [oidc.clockTolerance]: TOLERANCE_SEC },
    clientAuthentication(options.clientSecret),
    // The id token comes over TLS from the token endpoint, where its signature may be left unchecked (3.1.3.7); here it is not.
    {
      timeout: TIMEOUT_SEC,
      execute: [...execute, oidc.enableNonRepudiationChecks],
      ...(fetch && { [oidc.customFetch]: fetch }),
    },
  );
  // openid-client lets Microsoft's `common` and tenant names pass, behind which any tenant could vouch for anybody.
  const named = configuration.serverMetadata().issuer;
  if (URL.parse(named)?.href !== issuer.href)
    throw new IdentityError(
      'wrong_issuer',
      new Error(`RMM_OIDC_ISSUER is not what the provider calls itself: ${named}`),
    );
  return configuration;
}

/**
 * client_secret_basic is the default of OpenID Connect Discovery, client_secret_post for providers that take nothing else.
 * The secret is percent-encoded no further than form decoding needs (RFC 6749, 2.3.1 and Appendix B): some providers do
 * not decode it, and `-` or `~` as %2D or %7E would then be another secret.
 */
function clientAuthentication(secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const post = oidc.ClientSecretPost(secret);
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    if (!methods.includes('client_secret_basic') && methods.includes('client_secret_post'))
      return post(server, client, body, headers);
    const pair = [client.client_id, secret].map(encodeURIComponent).join(':');
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
  };
}

async function authorizationUrl(options: ProviderOptions, configuration: oidc.Configuration, flow: Flow) {
  const { redirectUri, scopes, acrValues } = options;
  return oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(flow.codeVerifier),
    code_challenge_method: 'S256',
    ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
    ...(configuration.serverMetadata().claims_parameter_supported && { claims: CLAIMS }),
  }).href;
}

/** Providers to the letter of 5.4 tell these at the userinfo endpoint unless asked for them; only what is signed counts here. */
const CLAIMS = JSON.stringify({ id_token: { email: null, email_verified: null, preferred_username: null } });

/** What of an id token is looked at, once it has been verified. Providers differ in the types of the optional ones. */
const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255), // 2: not more than 255 characters
  acr: z.string().optional().catch(undefined),
  amr: z.array(z.string()).catch([]),
  email: z.string().nullable().catch(null),
  email_verified: z.unknown().optional(),
  preferred_username: z.string().nullable().catch(null),
});

async function redeem(
  options: ProviderOptions,
  configuration: oidc.Configuration,
  query: string,
  flow: Flow,
): Promise<Identity> {
  const url = new URL(options.redirectUri);
  url.search = query;
  const tokens = await oidc.authorizationCodeGrant(configuration, url, {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.codeVerifier,
    idTokenExpected: true,
  });
  const claims = Claims.parse(tokens.claims());
  if (options.acrValues.length > 0 && !options.acrValues.includes(claims.acr ?? ''))
    throw new IdentityError('acr_missing', new Error(`acr is ${claims.acr ?? 'absent'}`));
  if (!options.requiredAmr.every((method) => claims.amr.includes(method)))
    throw new IdentityError('amr_missing', new Error(`amr is [${claims.amr.join(', ')}]`));
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: claims.email,
    emailVerified: claims.email_verified === true,
    preferredUsername: claims.preferred_username,
  };
}
