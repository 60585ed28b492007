import { timingSafeEqual } from 'node:crypto';
import { type Actor, systemActor } from '../domain/actor.ts';
import { resolveApiToken } from '../domain/api-tokens/resolve.ts';
import { resourceOf } from '../domain/oauth/policy.ts';
import { resolveOauthToken } from '../domain/oauth/resolve.ts';
import { Problem } from '../domain/problem.ts';
import { everything, type Scope } from '../domain/scope.ts';
import { resolveSession } from '../domain/sessions/resolve.ts';
import { hashToken, tokenPrefix } from '../domain/tokens.ts';
import { permissionKeys } from '../schema/permissions.ts';
import type { AnyEndpoint } from './endpoint.ts';
import type { Services } from './services.ts';

/** Who calls, and what of the fleet they reach. */
export interface Caller {
  actor: Actor;
  scope: Scope;
  /** The same bearer judged anew. @throws Problem 401 when it is good no more */
  renewed?: () => Promise<Caller>;
}

/** How long a judgement holds for what has not begun yet: a body that dribbles in, a call that stands in line. */
const JUDGED_MS = 1000;

/** The caller, judged again if that was a while ago: access that was taken back meanwhile is gone. @param since as performance.now() @throws Problem 401 */
export async function callerNow<C extends { renewed?: () => Promise<C> }>(caller: C, since: number): Promise<C> {
  return caller.renewed && performance.now() - since > JUDGED_MS ? caller.renewed() : caller;
}

/** The caller of an endpoint that asks for no credential. */
export const anonymous: Caller = { actor: systemActor('anonymous'), scope: everything };

const bootstrap: Caller = {
  actor: {
    ...systemActor('bootstrap token'),
    kind: 'bootstrap',
    role: { key: 'admin', name: 'Administrator' },
    permissions: new Set(permissionKeys),
  },
  scope: everything,
};

/**
 * The caller of an endpoint, as its access asks: nobody in particular, whoever holds the metrics token, or a principal.
 * @throws Problem 401 without a valid bearer; 404 for /metrics while no token is configured.
 */
export async function callerOf(
  { access, bearer: door }: Pick<AnyEndpoint, 'access' | 'bearer'>,
  services: Needs,
  header: string | null,
): Promise<Caller> {
  if (access.kind === 'everyone') return anonymous;
  if (door === 'mcp') return authenticateMcp(services, header);
  if (access.kind !== 'metricsToken') return authenticate(services, header);
  const expected = services.metricsTokenHash;
  if (!expected) throw new Problem(404, 'route_not_found', 'There is nothing here: RMM_METRICS_TOKEN is not set.');
  const token = bearer(header);
  if (!token || !timingSafeEqual(hashToken(token), expected)) throw unauthorized('This needs RMM_METRICS_TOKEN.');
  return anonymous;
}

const bearer = (header: string | null): string | undefined => /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header ?? '')?.[1];

type Needs = Pick<Services, 'pool' | 'lookups' | 'now' | 'adminTokenHash' | 'metricsTokenHash' | 'settings'>;

/**
 * The caller behind an Authorization header: a session, an API token or the bootstrap token. Rights are read anew at each
 * request, so that a change or a revocation holds from the next one on.
 * @throws Problem 401 without a valid bearer; device credentials and other kinds of token are none here.
 */
export async function authenticate(services: Needs, header: string | null): Promise<Caller> {
  const token = bearer(header);
  if (!token) throw unauthorized('Sign in, or send a bearer token.');
  const hash = hashToken(token);
  if (services.adminTokenHash && timingSafeEqual(hash, services.adminTokenHash)) return bootstrap;
  const resolved = await resolve(services, token, hash);
  if (!resolved) throw unauthorized('This bearer token is not valid, or no longer.');
  return resolved;
}

async function resolve(services: Needs, token: string, hash: Buffer): Promise<Caller | undefined> {
  if (token.startsWith(tokenPrefix.session)) return resolveSession(services.lookups, hash, services.now());
  if (token.startsWith(tokenPrefix.apiToken))
    return resolveApiToken({ reads: services.lookups, writes: services.pool }, hash, services.now());
  // Who turns OAuth off means the applications that were let in before, too.
  if (token.startsWith(tokenPrefix.oauthAccess) && services.settings.oauthEnabled)
    return resolveOauthToken(
      { reads: services.lookups, writes: services.pool },
      hash,
      services.now(),
      resourceOf(services.settings),
    );
  return undefined;
}

/**
 * The caller of /mcp: an API token, an OAuth access token or the bootstrap token; a person's session is for the console.
 * What is refused is told where to get a token (RFC 9728, 5.1; ATTACKS.md, 401). @throws Problem 401
 */
async function authenticateMcp(services: Needs, header: string | null): Promise<Caller> {
  const token = bearer(header);
  if (!token) throw mcpUnauthorized(services, 'Send an API token or an OAuth access token as bearer.');
  try {
    if (!token.startsWith(tokenPrefix.session)) return await authenticate(services, header);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
  }
  throw mcpUnauthorized(services, 'This bearer is no API token or OAuth access token, or no longer.', 'invalid_token');
}

function mcpUnauthorized({ settings: { mcpUrl, oauthEnabled } }: Needs, message: string, error?: string): Problem {
  const parameters = [
    error && `error="${error}"`,
    oauthEnabled && mcpUrl && `resource_metadata="${mcpUrl}/.well-known/oauth-protected-resource/mcp", scope="mcp"`,
  ].filter(Boolean);
  const challenge = parameters.length > 0 ? `Bearer ${parameters.join(', ')}` : 'Bearer';
  return new Problem(401, 'unauthorized', message, { headers: { 'WWW-Authenticate': challenge } });
}

const unauthorized = (message: string) =>
  new Problem(401, 'unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
