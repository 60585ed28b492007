import type { Settings } from '../../domain/context.ts';
import { issuerOf, resourceOf, SCOPE } from '../../domain/oauth/policy.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { OtherParameters, ResourceMetadata } from '../../schema/oauth.ts';

const declaration = {
  access: everyone,
  query: OtherParameters,
  output: ResourceMetadata,
  door: 'mcp',
  exists: ({ oauthEnabled }: Settings) => oauthEnabled,
  cors: 'any',
} as const;

export const resourceMetadata = endpoint(
  {
    ...declaration,
    route: 'GET /.well-known/oauth-protected-resource',
    summary: 'Who gives tokens for /mcp (RFC 9728)',
  },
  ({ settings }) => describe(settings),
);

/** Where RFC 9728, 3.1 puts it. */
export const resourceMetadataOfMcp = endpoint(
  {
    ...declaration,
    route: 'GET /.well-known/oauth-protected-resource/mcp',
    summary: 'The same, at the address that belongs to /mcp',
  },
  ({ settings }) => describe(settings),
);

const describe = (settings: Settings) => ({
  resource: resourceOf(settings),
  resource_name: settings.instanceName,
  authorization_servers: [issuerOf(settings)],
  scopes_supported: [SCOPE],
  bearer_methods_supported: ['header'],
});
