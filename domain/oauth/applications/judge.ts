import type { OauthPolicy } from '../../../schema/oauth-apps.ts';
import { hostAllowed } from '../policy.ts';
import { hostOf, hostsOf, objectionTo } from '../redirect-uris.ts';
import { invalidRedirectUri } from '../refusals.ts';
import { isDocumentUrl } from './allowed.ts';
import { shownName } from './name.ts';

/** Cursor registers three, others two; more are a nuisance. */
const REDIRECT_URIS_MAX = 10;

/** What an application says of itself. */
export interface Described {
  client_name?: string | undefined;
  redirect_uris: string[];
}

/** What is kept of it. */
export interface Judged {
  name: string;
  redirect_uris: string[];
  hosts: string[];
}

/** @throws Problem invalid_redirect_uri for what no application may register */
export function judge({ client_name, redirect_uris: uris }: Described): Judged {
  if (uris.length === 0 || uris.length > REDIRECT_URIS_MAX)
    throw invalidRedirectUri(`Name one to ${REDIRECT_URIS_MAX} redirect URIs.`);
  for (const uri of uris) {
    const objection = objectionTo(uri);
    if (objection) throw invalidRedirectUri(`The redirect URI ${uri.slice(0, 200)} ${objection}.`);
  }
  const unique = [...new Set(uris)];
  const hosts = hostsOf(unique);
  return { name: shownName(client_name, hosts[0] ?? ''), redirect_uris: unique, hosts };
}

/**
 * Refuses whoever the allowlist does not name; the server's log says which host it was (SPEC.md, MCP OAuth application).
 * @throws Problem invalid_redirect_uri
 */
export function requireAllowed(
  policy: OauthPolicy,
  { hosts, name }: Pick<Judged, 'hosts' | 'name'>,
  documentUrl?: string,
): void {
  const all = documentUrl !== undefined && isDocumentUrl(documentUrl) ? [hostOf(documentUrl), ...hosts] : hosts;
  const foreign = all.find((host) => !hostAllowed(policy, host));
  if (foreign === undefined) return;
  const cause = new Error(`the application ${name} may not register: ${foreign} is not on the list of allowed hosts`);
  throw invalidRedirectUri(`An administrator allows certain hosts only, and ${foreign} is none of them.`, cause);
}
