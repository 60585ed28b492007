import { ownerActor } from '../../actor.ts';
import { actingAs, type Ctx } from '../../context.ts';
import { issueCode } from '../codes.ts';
import { type Candidate, type NotAdmitted, objectionTo } from './admission.ts';
import type { Asked } from './request.ts';

/** Whoever proved to be the owner of an account. */
export interface Owner {
  id: string;
  username: string;
}

export type Issued = { code: string } | { refused: NotAdmitted | 'lacks_mcp_use' };

/**
 * Gives the application a code, in the transaction of the proof, which holds the account's row. The application's row is
 * held too, so that its removal comes before and is seen, or after and takes the code along (ATTACKS.md 18). A refusal is no
 * exception, so that what the proof used up, and the entry about it, stay.
 */
export async function issue(
  ctx: Ctx,
  asked: Asked,
  owner: Owner,
  method: 'password' | 'totp' | 'recovery_code' | 'sso',
): Promise<Issued> {
  const { request, application, host } = asked;
  const [held] = await ctx.sql<Candidate[]>`
    select client_id, status, hosts, redirect_uris from oauth_applications where id = ${application.id} for share`;
  const why = held ? await objectionTo(ctx, held, request.redirect_uri) : 'unknown_client';
  if (why) return { refused: why };
  if (!(await requireMcpUse(ctx, asked, owner))) return { refused: 'lacks_mcp_use' };
  const code = await issueCode(ctx, {
    applicationId: application.id,
    userId: owner.id,
    redirectUri: request.redirect_uri,
    redirectUriStated: request.redirect_uri_stated,
    codeChallenge: request.code_challenge,
    scope: request.scope,
    resource: request.resource,
  });
  await as(ctx, owner).audit('oauth.authorize', application, { host, method });
  return { code };
}

/** Whether the role may use MCP; a refusal is audited, whichever way somebody signed in (SPEC.md, Consent page rules, 1). */
export async function requireMcpUse(ctx: Ctx, { application, host }: Asked, owner: Owner): Promise<boolean> {
  const [may] = await ctx.sql`
    select 1 from users u join roles r on r.key = u.role_key
    where u.id = ${owner.id} and u.disabled_at is null and 'mcp.use' = any(r.permissions)`;
  if (may) return true;
  await as(ctx, owner).audit('oauth.authorize.refuse', application, { host, reason: 'lacks_mcp_use' });
  return false;
}

const as = (ctx: Ctx, { id, username }: Owner): Ctx => actingAs(ctx, ownerActor(id, username));
