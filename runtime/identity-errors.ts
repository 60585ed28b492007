import * as oidc from 'openid-client';
import { z } from 'zod';
import { IdentityError } from '../domain/sso/provider.ts';

/**
 * A failure of openid-client as a reason for the log and the audit trail. Its errors carry tokens and claims as causes, so
 * of them only names, codes and sentences are kept.
 */
export function toIdentityError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error;
  return new IdentityError(reasonOf(error), new Error(chainOf(error).map(sentenceOf).join(': ')));
}

function reasonOf(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError) return `provider_says_${word(error.error)}`;
  if (error instanceof oidc.ResponseBodyError) return `token_refused_${word(error.error)}`;
  // How a provider refuses a client that showed its secret in a header (RFC 6749, 5.2); the library reads no further.
  if (error instanceof oidc.WWWAuthenticateChallengeError) return 'token_refused_invalid_client';
  const chain = chainOf(error);
  if (chain.some(isNetworkFailure)) return 'provider_unreachable';
  const claim = chain.map((one) => Cause.safeParse(one).data?.cause.claim).find((found) => found !== undefined);
  if (claim) return claim === 'exp' ? 'expired' : `wrong_${word(claim)}`;
  if (chain.some(({ message }) => /signature verification|no applicable keys/i.test(message))) return 'wrong_signature';
  return 'provider_answer';
}

/** How openid-client says which claim did not fit. */
const Cause = z.object({ cause: z.object({ claim: z.string() }) });

/** The provider's own word; only the form of an OAuth error code is let into a reason. */
const word = (text: string): string => (/^[a-z_]{1,40}$/.test(text) ? text : 'other');

function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let next = error; next instanceof Error && chain.length < 5; next = next.cause) chain.push(next);
  return chain;
}

/** undici's, and those of sockets and name resolution. */
function isNetworkFailure(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return error.message === 'fetch failed' || /^(E[A-Z]{4,}|UND_ERR_\w+|OAUTH_TIMEOUT)$/.test(code);
}

const sentenceOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? `${error.message} (${error.code})` : error.message;
