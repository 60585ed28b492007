import { invalidRequest } from '../../domain/oauth/refusals.ts';
import { revoke } from '../../domain/oauth/tokens/revoke.ts';
import type { Written } from '../../domain/reply.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { OtherParameters, RevocationRequest } from '../../schema/oauth.ts';
import { BODY_MAX_BYTES, revocations } from './limits.ts';
import { oauthError } from './refusals.ts';

export const revokeToken = endpoint(
  {
    route: 'POST /oauth/revoke',
    summary: 'Revoke a token, and with it everything that its authorization led to (RFC 7009)',
    access: everyone,
    query: OtherParameters,
    accepts: 'application/x-www-form-urlencoded',
    body: RevocationRequest,
    status: 200,
    audits: ['oauth.token.revoke'],
    transaction: 'own',
    limits: [revocations],
    door: 'mcp',
    exists: ({ oauthEnabled }) => oauthEnabled,
    cors: 'any',
    bodyMaxBytes: BODY_MAX_BYTES,
    refuses: (problem, _settings, requestId) => oauthError(problem, requestId),
  },
  async (ctx, { body: { token, client_id: clientId } }): Promise<Written> => {
    if (token === undefined) throw invalidRequest('Send token.');
    await revoke(ctx, { token, clientId });
    return { written: true, status: 200, headers: {}, body: null };
  },
);
