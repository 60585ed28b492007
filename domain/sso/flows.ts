import { timingSafeEqual } from 'node:crypto';
import { AuthorizeRequest } from '../../schema/oauth-authorize.ts';
import type { Ctx } from '../context.ts';
import { Problem } from '../problem.ts';
import { hashToken } from '../tokens.ts';
import type { Flow, IdentityProvider } from './provider.ts';
import { judged, ssoFailed } from './refusal.ts';

/** How long somebody may take at the provider. */
const LIFETIME_MS = 10 * 60_000;
/** Rows that anybody can make by asking; the oldest go first. At 0.5 KB they are 10 MB. */
const KEPT_AT_MOST = 20_000;

/** Where to send the browser, and the value of the cookie that ties what comes back to it. */
export interface Started {
  url: string;
  binding: string;
}

/** @throws 404 while single sign-on is off */
export function providerOf(ctx: Ctx): IdentityProvider {
  if (ctx.identityProvider) return ctx.identityProvider;
  throw new Problem(404, 'route_not_found', 'There is nothing here: single sign-on is off.');
}

/** Begins a sign-in. @param redirectTo a path of the console @throws 404 while off, 401 sso_failed */
export async function startFlow(ctx: Ctx, redirectTo: string): Promise<Started> {
  const flow = newFlow(ctx);
  const url = await judged(providerOf(ctx).authorizationUrl(flow));
  const binding = randomText(ctx);
  await insertFlow(ctx, flow, { redirectTo, bindingHash: hashToken(binding) });
  return { url, binding };
}

/** What a sign-in is for: a page of the console, or the consent to what an application asks. */
export type Purpose = { redirectTo: string } | { authorizeRequest: AuthorizeRequest };

/**
 * Prepares a sign-in for a page of another origin, which sends the browser to the address that comes back: the cookie can
 * be set on the console's origin alone. @throws 404 while off
 */
export async function prepareFlow(ctx: Ctx, purpose: Purpose): Promise<{ beginUrl: string }> {
  providerOf(ctx);
  const forConsent = 'authorizeRequest' in purpose;
  const flow = newFlow(ctx, forConsent ? CONSENT_STATE : '');
  const redirectTo = forConsent ? '/' : purpose.redirectTo;
  await insertFlow(ctx, flow, { redirectTo, bindingHash: null, ...(forConsent && purpose) });
  return { beginUrl: `${ctx.settings.consoleUrl}/api/auth/oidc/begin?state=${flow.state}` };
}

/** Goes on with a prepared sign-in, once: it belongs to the browser that came first. @throws 404 while off, 401 sso_failed */
export async function beginFlow(ctx: Ctx, state: string): Promise<Started> {
  const provider = providerOf(ctx);
  const binding = randomText(ctx);
  const [row] = await ctx.sql<FlowRow[]>`
    update sso_flows set binding_hash = ${hashToken(binding)}
    where state_hash = ${hashToken(state)} and binding_hash is null and expires_at > ${ctx.now()}
    returning code_verifier, nonce`;
  if (!row) throw ssoFailed('unknown_state');
  return { url: await judged(provider.authorizationUrl(openFlow(ctx, state, row))), binding };
}

/**
 * Spends a sign-in that comes back from the provider, whatever becomes of it.
 * @param binding the cookie's value @throws 401 sso_failed unless it began in this browser, and not long ago
 */
export async function spendFlow(
  ctx: Ctx,
  state: string,
  binding: string | undefined,
): Promise<{ flow: Flow; redirectTo: string; authorizeRequest: AuthorizeRequest | null }> {
  const [row] = await ctx.sql<SpentRow[]>`
    delete from sso_flows where state_hash = ${hashToken(state)}
    returning code_verifier, nonce, binding_hash, redirect_to, expires_at, authorize_request`;
  if (!row) throw ssoFailed('unknown_state');
  if (Date.parse(row.expires_at) <= ctx.now().getTime()) throw ssoFailed('too_late');
  if (binding === undefined) throw ssoFailed('no_cookie');
  if (!row.binding_hash || !timingSafeEqual(row.binding_hash, hashToken(binding))) throw ssoFailed('other_browser');
  const authorizeRequest = AuthorizeRequest.nullable().parse(row.authorize_request);
  return { flow: openFlow(ctx, state, row), redirectTo: row.redirect_to, authorizeRequest };
}

interface FlowRow {
  code_verifier: string;
  nonce: string;
}

interface SpentRow extends FlowRow {
  binding_hash: Buffer | null;
  redirect_to: string;
  expires_at: string;
  authorize_request: unknown;
}

/** 256 random bits in base64url: 43 characters, which RFC 7636 (4.1) asks of a verifier. */
export const randomText = (ctx: Pick<Ctx, 'random'>): string => Buffer.from(ctx.random(32)).toString('base64url');

/** How the states of sign-ins for the consent page begin, so that one that is spent or unknown still ends on a page of its own. */
const CONSENT_STATE = 'consent.';
export const isForConsent = (state: string | undefined): boolean => state?.startsWith(CONSENT_STATE) ?? false;

const newFlow = (ctx: Ctx, prefix = ''): Flow => ({
  state: prefix + randomText(ctx),
  nonce: randomText(ctx),
  codeVerifier: randomText(ctx),
});

const placeOf = (stateHash: Buffer) => `sso_flows:code_verifier:${stateHash.toString('base64url')}`;

const openFlow = ({ secrets }: Ctx, state: string, { code_verifier, nonce }: FlowRow): Flow => ({
  state,
  nonce,
  codeVerifier: secrets.open(placeOf(hashToken(state)), code_verifier),
});

interface Kept {
  redirectTo: string;
  bindingHash: Buffer | null;
  authorizeRequest?: AuthorizeRequest;
}

async function insertFlow(ctx: Ctx, flow: Flow, { redirectTo, bindingHash, authorizeRequest }: Kept): Promise<void> {
  const { sql } = ctx;
  const request = authorizeRequest ? sql.json(authorizeRequest) : null;
  const stateHash = hashToken(flow.state);
  const sealed = ctx.secrets.seal(placeOf(stateHash), flow.codeVerifier);
  const now = ctx.now();
  await sql`
    insert into sso_flows (state_hash, binding_hash, code_verifier, nonce, redirect_to, authorize_request, created_at, expires_at)
    values (${stateHash}, ${bindingHash}, ${sealed}, ${flow.nonce}, ${redirectTo}, ${request}, ${now},
            ${new Date(now.getTime() + LIFETIME_MS)})`;
  await sql`
    delete from sso_flows where state_hash in (
      select state_hash from sso_flows
      where expires_at <= (select expires_at from sso_flows order by expires_at desc offset ${KEPT_AT_MOST} limit 1)
      for update skip locked)`;
}
