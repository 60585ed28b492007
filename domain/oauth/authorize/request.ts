/** An authorization request, judged in the order of RFC 6749 (4.1.2.1): first to whom an answer would go, then the rest. */
import type { AuthorizeQuery, AuthorizeRequest } from '../../../schema/oauth-authorize.ts';
import type { Ctx, Settings } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { type Application, findApplication } from '../applications/find.ts';
import { type HostStanding, hostStanding, readPolicy, resourceOf, SCOPE } from '../policy.ts';
import { hostOf, matchesRegistered } from '../redirect-uris.ts';
import { notAdmitted, objectionTo } from './admission.ts';
import { errorUri } from './answer-uri.ts';

/** A request that may be put to somebody. */
export interface Asked {
  request: AuthorizeRequest;
  application: Application;
  /** Where the answer goes: a host, or `<scheme>:`. */
  host: string;
  standing: HostStanding;
}

/** SHA-256 in base64url (RFC 7636, 4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
/** Far beyond any client_id of ours and any URL of a metadata document. */
const CLIENT_ID_MAX = 2000;
/** It is kept while somebody is at the provider, and goes through addresses of which servers take so much. */
const STATE_MAX = 4000;

/**
 * Who asks for what. `redirect` is where a fault is told to the application. Call it outside a transaction: it may fetch the
 * application's metadata document.
 * @throws Problem for a page: unknown_client, unregistered_redirect, application_pending, application_not_allowed, and the
 * fault itself where nobody vouches for the host
 */
export async function judgeRequest(ctx: Ctx, sent: AuthorizeQuery): Promise<Asked | { redirect: string }> {
  const application = await clientOf(ctx, sent.client_id);
  const redirect_uri = redirectUriOf(application, given(sent.redirect_uri));
  await requireAdmitted(ctx, application, redirect_uri);
  const state = given(sent.state) ?? null;
  const fault = faultIn(ctx.settings, sent);
  if (fault) {
    await requireVouched(ctx, redirect_uri, fault);
    return { redirect: errorUri(ctx.settings, { redirect_uri, state }, ...fault) };
  }
  return asked(ctx, application, {
    client_id: application.client_id,
    redirect_uri,
    redirect_uri_stated: given(sent.redirect_uri) !== undefined,
    code_challenge: sent.code_challenge ?? '',
    state,
    scope: SCOPE,
    resource: resourceOf(ctx.settings),
  });
}

/** The same for a request that was judged before: its application may be gone since, or not allowed any more. @throws as judgeRequest */
export async function judgeAgain(ctx: Ctx, request: AuthorizeRequest): Promise<Asked> {
  const application = await clientOf(ctx, request.client_id);
  await requireAdmitted(ctx, application, request.redirect_uri);
  return asked(ctx, application, request);
}

/** The request as a query or a form has it. */
export const parametersOf = (request: AuthorizeRequest): Record<string, string> => ({
  response_type: 'code',
  client_id: request.client_id,
  ...(request.redirect_uri_stated && { redirect_uri: request.redirect_uri }),
  code_challenge: request.code_challenge,
  code_challenge_method: 'S256',
  ...(request.state !== null && { state: request.state }),
  scope: request.scope,
  resource: request.resource,
});

/** What is sent without a value counts as left out (RFC 6749, 3.1). */
const given = (value: string | undefined): string | undefined => (value === '' ? undefined : value);

async function clientOf(ctx: Ctx, clientId: string | undefined): Promise<Application> {
  const isOne = clientId !== undefined && clientId.length <= CLIENT_ID_MAX && !clientId.includes('\0');
  const application = isOne ? await findApplication(ctx, clientId) : undefined;
  if (!application) throw notAdmitted('unknown_client', clientId);
  return application;
}

/** Left out, it is the one that is registered (RFC 6749, 3.1.2.3). */
function redirectUriOf({ client_id, redirect_uris }: Application, stated: string | undefined): string {
  const [only, other] = redirect_uris;
  const redirectUri = stated ?? (other === undefined ? only : undefined);
  if (redirectUri === undefined || !matchesRegistered(redirect_uris, redirectUri))
    throw notAdmitted('unregistered_redirect', client_id, stated);
  return redirectUri;
}

async function requireAdmitted(ctx: Ctx, application: Application, redirectUri: string): Promise<void> {
  const why = await objectionTo(ctx, application, redirectUri);
  if (why) throw notAdmitted(why, application.client_id, redirectUri);
}

/**
 * Anybody may register a host of their own: with a faulty request, this server's good name would lead there, and nobody was
 * asked (RFC 9700, 4.11.2). @throws Problem for a page unless the host is known, listed, or this computer
 */
async function requireVouched(ctx: Ctx, redirectUri: string, [code, description]: [string, string]): Promise<void> {
  if (hostStanding(await readPolicy(ctx), hostOf(redirectUri)) !== 'unknown') return;
  throw new Problem(400, code, 'The request of the application is not valid.', { cause: new Error(description) });
}

/** What is wrong with the rest of it: an error code and words for whoever wrote the application. */
function faultIn(settings: Settings, sent: AuthorizeQuery): [error: string, description: string] | undefined {
  const type = given(sent.response_type);
  if (type === undefined) return ['invalid_request', 'response_type is missing'];
  if (type !== 'code') return ['unsupported_response_type', 'response_type must be code'];
  if (given(sent.code_challenge) === undefined) return ['invalid_request', 'code_challenge is missing'];
  // without a method it would be plain (RFC 7636, 4.3), which shows the verifier to whoever sees the request
  if (sent.code_challenge_method !== 'S256') return ['invalid_request', 'code_challenge_method must be S256'];
  if (!CHALLENGE.test(sent.code_challenge ?? '')) return ['invalid_request', 'code_challenge is not one of S256'];
  if (sent.state?.includes('\0')) return ['invalid_request', 'state must not hold NUL']; // PostgreSQL could not keep it
  if ((sent.state?.length ?? 0) > STATE_MAX) return ['invalid_request', `state is longer than ${STATE_MAX} characters`];
  const scopes = given(sent.scope)?.split(' ') ?? [SCOPE];
  if (scopes.some((scope) => scope !== SCOPE)) return ['invalid_scope', `the only scope is ${SCOPE}`];
  const resource = given(sent.resource);
  if (resource !== undefined && resource !== resourceOf(settings))
    return ['invalid_target', `the only resource is ${resourceOf(settings)}`];
  return undefined;
}

async function asked(ctx: Ctx, application: Application, request: AuthorizeRequest): Promise<Asked> {
  const host = hostOf(request.redirect_uri);
  return { request, application, host, standing: hostStanding(await readPolicy(ctx), host) };
}
