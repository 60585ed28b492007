import type { Ctx } from '../../domain/context.ts';
import { invalidRequest } from '../../domain/oauth/refusals.ts';
import { exchange } from '../../domain/oauth/tokens/exchange.ts';
import type { TokenAnswer } from '../../domain/oauth/tokens/pair.ts';
import { refresh } from '../../domain/oauth/tokens/refresh.ts';
import { Problem } from '../../domain/problem.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { OtherParameters, TokenRequest, TokenResponse } from '../../schema/oauth.ts';
import { BODY_MAX_BYTES, tokenCalls } from './limits.ts';
import { oauthError } from './refusals.ts';

export const issueToken = endpoint(
  {
    route: 'POST /oauth/token',
    summary: 'Exchange an authorization code, or a refresh token, for a pair of tokens',
    access: everyone,
    query: OtherParameters,
    accepts: 'application/x-www-form-urlencoded',
    body: TokenRequest,
    output: TokenResponse,
    audits: ['oauth.token', 'oauth.token.revoke'],
    transaction: 'own',
    limits: [tokenCalls],
    door: 'mcp',
    exists: ({ oauthEnabled }) => oauthEnabled,
    cors: 'any',
    bodyMaxBytes: BODY_MAX_BYTES,
    refuses: (problem, _settings, requestId) => oauthError(problem, requestId),
  },
  (ctx, { body }) => grant(ctx, body),
);

/** @throws Problem with a code of RFC 6749, 5.2 */
function grant(ctx: Ctx, body: TokenRequest): Promise<TokenAnswer> {
  const { grant_type, client_id: clientId, resource, redirect_uri: redirectUri } = body;
  const needed = (name: 'code' | 'code_verifier' | 'client_id' | 'refresh_token' | 'grant_type'): string => {
    const value = body[name];
    if (value === undefined) throw invalidRequest(`Send ${name}.`);
    return value;
  };
  if (needed('grant_type') === 'refresh_token')
    return refresh(ctx, { refreshToken: needed('refresh_token'), clientId, resource });
  if (grant_type !== 'authorization_code')
    throw new Problem(400, 'unsupported_grant_type', 'The grants are authorization_code and refresh_token.');
  const [code, verifier] = [needed('code'), needed('code_verifier')];
  return exchange(ctx, { code, verifier, clientId: needed('client_id'), redirectUri, resource });
}
