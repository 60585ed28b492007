import { askForConsent } from './authorize.ts';
import { decideConsent } from './authorize-post.ts';
import { askForConsentOverSso } from './authorize-sso.ts';
import { registerApplication } from './register.ts';
import { resourceMetadata, resourceMetadataOfMcp } from './resource-metadata.ts';
import { revokeToken } from './revoke.ts';
import { serverMetadata, serverMetadataOfMcp } from './server-metadata.ts';
import { issueToken } from './token.ts';

/** The authorization server of AI applications (docs/oauth.md). */
export const oauth = [
  serverMetadata,
  serverMetadataOfMcp,
  resourceMetadata,
  resourceMetadataOfMcp,
  registerApplication,
  askForConsent,
  decideConsent,
  askForConsentOverSso,
  issueToken,
  revokeToken,
] as const;
