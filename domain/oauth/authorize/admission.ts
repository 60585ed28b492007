import type { Ctx } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { applicationAllowed } from '../applications/allowed.ts';
import type { Application } from '../applications/record.ts';
import { readPolicy } from '../policy.ts';
import { matchesRegistered } from '../redirect-uris.ts';

/** Why nothing is issued to an application. */
export type NotAdmitted =
  | 'unknown_client'
  | 'application_pending'
  | 'application_not_allowed'
  | 'unregistered_redirect';

/** What of an application decides. */
export type Candidate = Pick<Application, 'client_id' | 'status' | 'hosts' | 'redirect_uris'>;

/** Why no code may go to the application now; undefined if one may (SPEC.md, MCP OAuth application). */
export async function objectionTo(
  ctx: Ctx,
  candidate: Candidate,
  redirectUri: string,
): Promise<NotAdmitted | undefined> {
  if (!matchesRegistered(candidate.redirect_uris, redirectUri)) return 'unregistered_redirect';
  if (candidate.status === 'pending') return 'application_pending';
  return applicationAllowed(await readPolicy(ctx), candidate) ? undefined : 'application_not_allowed';
}

const words: Record<NotAdmitted, string> = {
  unknown_client: 'No application is registered under this client_id.',
  unregistered_redirect: 'The application has not registered this redirect_uri.',
  application_pending: 'The application waits for an administrator.',
  application_not_allowed: 'This server does not let applications of this host connect.',
};

/**
 * The refusal that a page tells, never a redirect (ATTACKS.md 13). Its cause goes to the log, and there alone: nobody has
 * signed in (SPEC.md, Audit actions named).
 */
export function notAdmitted(why: NotAdmitted, clientId: string | undefined, redirectUri?: string): Problem {
  const status = why === 'application_pending' || why === 'application_not_allowed' ? 403 : 400;
  const named = `client_id ${JSON.stringify(clientId?.slice(0, 300))}, redirect_uri ${JSON.stringify(redirectUri?.slice(0, 300))}`;
  return new Problem(status, why, words[why], { cause: new Error(`not authorized, ${why}: ${named}`) });
}
