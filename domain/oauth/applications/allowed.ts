import type { OauthPolicy } from '../../../schema/oauth-apps.ts';
import { hostAllowed, hostsAllowed } from '../policy.ts';
import { hostOf } from '../redirect-uris.ts';

/** The client_id names a metadata document. */
export const isDocumentUrl = (clientId: string): boolean => clientId.startsWith('https://');

/**
 * Whether the policy lets an application be used: every host that it returns to must be allowed, and the one that its metadata
 * document lies on as well.
 */
export function applicationAllowed(
  policy: Omit<OauthPolicy, 'require_approval'>,
  { client_id, hosts }: { client_id: string; hosts: string[] },
): boolean {
  if (!hostsAllowed(policy, hosts)) return false;
  return !isDocumentUrl(client_id) || hostAllowed(policy, hostOf(client_id));
}
