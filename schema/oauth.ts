/** The authorization server of AI applications. What the RFCs do not name is ignored, so these are no strict objects. */
import { z } from 'zod';
import { text } from './common.ts';

/** What stands in the query of an endpoint that is asked in a body, or in nothing: it is ignored (RFC 6749, 3.2). */
export const OtherParameters = z.object({});

/** RFC 8414, 2. */
export const ServerMetadata = z
  .strictObject({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    registration_endpoint: z.string(),
    revocation_endpoint: z.string(),
    scopes_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    response_modes_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
    authorization_response_iss_parameter_supported: z.boolean(),
    client_id_metadata_document_supported: z.boolean(),
  })
  .meta({ id: 'OauthServerMetadata' });

/** RFC 9728, 2. */
export const ResourceMetadata = z
  .strictObject({
    resource: z.string(),
    resource_name: z.string(),
    authorization_servers: z.array(z.string()),
    scopes_supported: z.array(z.string()),
    bearer_methods_supported: z.array(z.string()),
  })
  .meta({ id: 'OauthResourceMetadata' });

/** RFC 7591, 2: what counts here. Other fields are ignored, and the answer says what was made of it. */
export const RegistrationRequest = z
  .object({ client_name: z.string().optional(), redirect_uris: z.array(z.string()) })
  .meta({ id: 'OauthRegistrationRequest' });

/** RFC 7591, 3.2.1. */
export const RegistrationResponse = z
  .strictObject({
    client_id: z.string(),
    client_id_issued_at: z.int().meta({ description: 'seconds since 1970' }),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    token_endpoint_auth_method: z.literal('none'),
    scope: z.string(),
  })
  .meta({ id: 'OauthRegistration' });

/** One without a value counts as left out (RFC 6749, 3.2). */
const parameter = text(2000)
  .optional()
  .transform((value) => value || undefined);

/** RFC 6749, 4.1.3 and 6; RFC 7636, 4.5; RFC 8707, 2. */
export const TokenRequest = z
  .object({
    grant_type: parameter,
    client_id: parameter,
    resource: parameter,
    code: parameter,
    code_verifier: parameter,
    redirect_uri: parameter,
    refresh_token: parameter,
  })
  .meta({ id: 'OauthTokenRequest' });
export type TokenRequest = z.output<typeof TokenRequest>;

/** RFC 6749, 5.1. */
export const TokenResponse = z
  .strictObject({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    refresh_token: z.string(),
    scope: z.string(),
  })
  .meta({ id: 'OauthTokens' });

/** RFC 7009, 2.1. */
export const RevocationRequest = z
  .object({ token: parameter, client_id: parameter })
  .meta({ id: 'OauthRevocationRequest' });
