import type { Ctx } from '../context.ts';
import { hashToken, newToken } from '../tokens.ts';
import type { Asked } from './authorize/request.ts';

/** SPEC.md, Limits. */
const LIFETIME_MS = 5 * 60_000;

/** What a ticket stands for. */
export interface SsoGrant {
  applicationId: string;
  userId: string;
  redirectUri: string;
  codeChallenge: string;
  expiresAt: string;
}

/**
 * A ticket that says: this person signed in at the provider for this request. The consent page posts it in its body; it is
 * bound to application, redirect URI and PKCE challenge, and only its hash is kept. In the caller's transaction.
 */
export async function mintGrant(ctx: Ctx, { application, request }: Asked, userId: string): Promise<string> {
  const ticket = newToken('ssoGrant', ctx.random);
  const created = ctx.now();
  await ctx.sql`
    insert into oauth_sso_grants (ticket_hash, application_id, user_id, redirect_uri, code_challenge, created_at, expires_at)
    values (${hashToken(ticket)}, ${application.id}, ${userId}, ${request.redirect_uri}, ${request.code_challenge},
            ${created}, ${new Date(created.getTime() + LIFETIME_MS)})`;
  return ticket;
}

/** Spends a ticket, whatever becomes of it: outside a transaction, so that no refusal brings it back. Undefined: there is none. */
export async function spendGrant({ sql }: Ctx, ticket: string): Promise<SsoGrant | undefined> {
  const [row] = await sql<SsoGrant[]>`
    delete from oauth_sso_grants where ticket_hash = ${hashToken(ticket)}
    returning application_id as "applicationId", user_id as "userId", redirect_uri as "redirectUri",
              code_challenge as "codeChallenge", expires_at as "expiresAt"`;
  return row;
}

/** In the caller's transaction: whose link to the provider ends authorizes nothing with what came of it. */
export const endGrantsOf = ({ sql }: Ctx, userId: string) =>
  sql`delete from oauth_sso_grants where user_id = ${userId}`;

/** Removes tickets that no page posted. @returns how many */
export async function sweepGrants({ sql, now }: Ctx): Promise<number> {
  const swept = await sql`delete from oauth_sso_grants where expires_at <= ${now()}`;
  return swept.count;
}
