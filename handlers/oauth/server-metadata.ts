import type { Settings } from '../../domain/context.ts';
import { issuerOf, SCOPE } from '../../domain/oauth/policy.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { OtherParameters, ServerMetadata } from '../../schema/oauth.ts';

const declaration = {
  access: everyone,
  query: OtherParameters,
  output: ServerMetadata,
  door: 'mcp',
  exists: ({ oauthEnabled }: Settings) => oauthEnabled,
  cors: 'any',
} as const;

export const serverMetadata = endpoint(
  {
    ...declaration,
    route: 'GET /.well-known/oauth-authorization-server',
    summary: 'What this authorization server can do (RFC 8414)',
  },
  ({ settings }) => describe(settings),
);

/** Where clients look that take the address of /mcp for the issuer. */
export const serverMetadataOfMcp = endpoint(
  {
    ...declaration,
    route: 'GET /.well-known/oauth-authorization-server/mcp',
    summary: 'The same, for clients that append the path of /mcp',
  },
  ({ settings }) => describe(settings),
);

/** A client refuses a server that does not name S256, and asks for grants and methods that are not ruled out. */
function describe(settings: Settings) {
  const issuer = issuerOf(settings);
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: [SCOPE],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}
