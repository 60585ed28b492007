import { register } from '../../domain/oauth/applications/register.ts';
import { SCOPE } from '../../domain/oauth/policy.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { OtherParameters, RegistrationRequest, RegistrationResponse } from '../../schema/oauth.ts';
import { BODY_MAX_BYTES, registrations } from './limits.ts';
import { registrationError } from './refusals.ts';

export const registerApplication = endpoint(
  {
    route: 'POST /oauth/register',
    summary: 'Register an application (RFC 7591): always a public one, whatever it asks for',
    access: everyone,
    query: OtherParameters,
    body: RegistrationRequest,
    output: RegistrationResponse,
    status: 201,
    audits: ['oauth.app.register', 'oauth.app.prune'],
    limits: [registrations],
    door: 'mcp',
    exists: ({ oauthEnabled }) => oauthEnabled,
    cors: 'any',
    bodyMaxBytes: BODY_MAX_BYTES,
    refuses: (problem, _settings, requestId) => registrationError(problem, requestId),
  },
  async (ctx, { body }) => {
    const { client_id, issued_at, name, redirect_uris } = await register(ctx, body);
    return {
      client_id,
      client_id_issued_at: issued_at,
      client_name: name,
      redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none' as const,
      scope: SCOPE,
    };
  },
);
