import type { OauthPolicy } from '../../schema/oauth-apps.ts';
import { Problem } from '../problem.ts';
import type { Sql } from '../sql.ts';

/** Hosts to which well-known MCP clients return (CONTRACT.md, MCP and OAuth): no warning on the consent page. */
export const knownHosts: readonly string[] = [
  'claude.ai',
  'claude.com',
  'chatgpt.com',
  'vscode.dev',
  'insiders.vscode.dev',
  'www.cursor.com',
];

/** As `hostsOf` names them. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

/** A private-use scheme (RFC 8252, 7.1), which `hostsOf` names `<scheme>:`: an application on the user's own computer. */
const isPrivateUse = (host: string): boolean => host.endsWith(':');

/** The policy as it is now. */
export async function readPolicy({ sql }: { sql: Sql }): Promise<OauthPolicy> {
  const [policy] = await sql<OauthPolicy[]>`select registration, allowed_hosts, require_approval from oauth_policy`;
  if (!policy) throw new Error('oauth_policy has lost its row');
  return policy;
}

/**
 * Whether the list names this host. Loopback and private-use schemes are one place, the user's own computer: they are listed
 * when any loopback host is, e.g. `localhost` (docs/decisions/0032).
 */
export function hostListed({ allowed_hosts: entries }: Pick<OauthPolicy, 'allowed_hosts'>, host: string): boolean {
  if (isLoopback(host) || isPrivateUse(host)) return entries.some(isLoopback);
  return entries.some((entry) => (entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry));
}

/** Whether an application may return there under the policy. @param host as `hostsOf` names it */
export const hostAllowed = (policy: Omit<OauthPolicy, 'require_approval'>, host: string): boolean =>
  policy.registration === 'any' || hostListed(policy, host);

/** Every host counts: an application with one foreign redirect URI could send codes there. */
export const hostsAllowed = (policy: Omit<OauthPolicy, 'require_approval'>, hosts: string[]): boolean =>
  hosts.every((host) => hostAllowed(policy, host));

/** How a host is shown: `unknown` gets the warning, `private_use` is named as a scheme of the user's own computer. */
export type HostStanding = 'known' | 'listed' | 'private_use' | 'unknown';

export function hostStanding(policy: Pick<OauthPolicy, 'allowed_hosts'>, host: string): HostStanding {
  if (knownHosts.includes(host) || isLoopback(host)) return 'known';
  if (isPrivateUse(host)) return 'private_use';
  return hostListed(policy, host) ? 'listed' : 'unknown';
}

/** The one scope there is (CONTRACT.md, MCP and OAuth). */
export const SCOPE = 'mcp';

/** Issuer of the authorization server, without a trailing slash (RFC 8414, 2). @throws where there is none */
export function issuerOf({ mcpUrl }: { mcpUrl: string | null }): string {
  if (mcpUrl === null) throw new Error('there is no authorization server without RMM_MCP_PUBLIC_URL');
  return mcpUrl;
}

/** What tokens are for (RFC 8707). */
export const resourceOf = (settings: { mcpUrl: string | null }): string => `${issuerOf(settings)}/mcp`;

/** The resource that a request asks for; without one it is /mcp. @throws Problem invalid_target for any other (RFC 8707, 2) */
export function judgeResource(settings: { mcpUrl: string | null }, asked: string | undefined): string {
  const resource = resourceOf(settings);
  if (asked !== undefined && asked !== resource)
    throw new Problem(400, 'invalid_target', `This server gives tokens for ${resource} only.`);
  return resource;
}
