import type { AuthorizeQuery } from '../../../schema/oauth-authorize.ts';
import { ownerActor } from '../../actor.ts';
import type { AuditTarget } from '../../audit.ts';
import { actingAs, type Ctx, transaction } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { lockAddressee } from '../../users/mail-address.ts';
import { type SsoGrant, spendGrant } from '../sso-grants.ts';
import { type Issued, issue, type Owner } from './issue.ts';
import { type Asked, judgeRequest } from './request.ts';
import { noteStranger } from './strangers.ts';

type Reason = 'request_mismatch' | 'unknown_or_spent' | 'expired' | 'user_disabled';

/**
 * Authorizes an application with the ticket of a provider sign-in. The ticket is spent by whatever tries it, before the
 * request beside it is looked at; one that does not authorize is audited (SPEC.md, Authorization code, tokens, grants).
 * @throws Problem sso_grant_rejected, and those of judgeRequest
 */
export async function authorizeByTicket(
  ctx: Ctx,
  sent: AuthorizeQuery,
  ticket: string,
): Promise<{ asked: Asked; issued: Issued } | { redirect: string }> {
  const grant = await spendGrant(ctx, ticket);
  const judged = await judgeRequest(ctx, sent).catch(async (problem: unknown) => {
    if (grant && problem instanceof Problem) await reject(ctx, 'request_mismatch', grant, undefined);
    throw problem;
  });
  if ('redirect' in judged) {
    if (grant) await reject(ctx, 'request_mismatch', grant, undefined);
    return judged;
  }
  if (!grant) throw await reject(ctx, 'unknown_or_spent', undefined, judged);
  if (!isFor(grant, judged)) throw await reject(ctx, 'request_mismatch', grant, judged);
  if (Date.parse(grant.expiresAt) <= ctx.now().getTime()) throw await reject(ctx, 'expired', grant, judged);
  const outcome = await transaction(ctx, async (inside): Promise<{ rejected: Reason } | { issued: Issued }> => {
    const owner = await stillLinked(inside, grant.userId);
    return 'rejected' in owner ? owner : { issued: await issue(inside, judged, owner, 'sso') };
  });
  if ('rejected' in outcome) throw await reject(ctx, outcome.rejected, grant, judged);
  return { asked: judged, issued: outcome.issued };
}

/** Turned down: the ticket is worth nothing any more. */
export const dropTicket = (ctx: Ctx, ticket: string): Promise<unknown> => spendGrant(ctx, ticket);

const isFor = (grant: SsoGrant, { application, request }: Asked): boolean =>
  grant.applicationId === application.id &&
  grant.redirectUri === request.redirect_uri &&
  grant.codeChallenge === request.code_challenge;

/** The account, held to the end of the transaction, unless it was disabled or lost its link since the provider vouched for it. */
async function stillLinked(ctx: Ctx, userId: string): Promise<Owner | { rejected: Reason }> {
  const user = await lockAddressee(ctx, userId);
  if (user?.disabled) return { rejected: 'user_disabled' };
  const [linked] = await ctx.sql`select 1 from sso_identities where user_id = ${userId}`;
  return user && linked ? { id: user.id, username: user.username } : { rejected: 'unknown_or_spent' };
}

/** Audited as whoever had the ticket, as far as that is known. */
async function reject(
  ctx: Ctx,
  reason: Reason,
  grant: SsoGrant | undefined,
  asked: Asked | undefined,
): Promise<Problem> {
  const target = asked ? asked.application : await applicationOf(ctx, grant);
  const owner = grant && (await ownerOf(ctx, grant.userId));
  if (owner || noteStranger(ctx.now(), target.id))
    await (owner ? actingAs(ctx, owner) : ctx).audit('oauth.sso_grant.reject', target, { reason });
  return new Problem(403, 'sso_grant_rejected', 'This sign-in does not authorize the application.', {
    cause: new Error(reason),
  });
}

async function applicationOf({ sql }: Ctx, grant: SsoGrant | undefined): Promise<AuditTarget> {
  const id = grant?.applicationId ?? null;
  const [row] = await sql<{ name: string }[]>`select name from oauth_applications where id = ${id}`;
  return { id, name: row?.name ?? null };
}

async function ownerOf({ sql }: Ctx, userId: string) {
  const [user] = await sql<{ username: string }[]>`select username from users where id = ${userId}`;
  return user && ownerActor(userId, user.username);
}
