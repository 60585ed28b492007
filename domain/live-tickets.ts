import type { Permission } from '../schema/permissions.ts';
import type { Actor } from './actor.ts';
import { resolveApiTokenById } from './api-tokens/resolve.ts';
import type { Ctx } from './context.ts';
import { Problem } from './problem.ts';
import type { Scope } from './scope.ts';
import { type Resolved, resolveSessionById } from './sessions/resolve.ts';
import type { Sql } from './sql.ts';
import { hashToken, newToken } from './tokens.ts';

/** A ticket for /ws/console is good for thirty seconds and one use. */
const LIFETIME_MS = 30_000;

/** Makes a ticket for the caller's session or token, and sweeps those that nobody used. @throws 403 for the bootstrap token */
export async function createLiveTicket(ctx: Ctx): Promise<{ ticket: string; expires_at: string }> {
  const { sql, actor } = ctx;
  const tokenId = actor.kind === 'api_token' ? actor.id : null;
  if (!actor.sessionId && !tokenId)
    throw new Problem(403, 'no_account', 'The bootstrap token has no place in the console.');
  const expiresAt = new Date(ctx.now().getTime() + LIFETIME_MS);
  await sql`delete from live_tickets where token_hash in (
    select token_hash from live_tickets where expires_at < ${ctx.now()} for update skip locked)`;
  const ticket = newToken('liveTicket', ctx.random);
  await sql`
    insert into live_tickets (token_hash, user_id, session_id, api_token_id, expires_at)
    values (${hashToken(ticket)}, ${actor.userId}, ${actor.sessionId}, ${tokenId}, ${expiresAt})`;
  return { ticket, expires_at: expiresAt.toISOString() };
}

/** Who opens a live socket, what they may do at this moment, and until when at most. */
export interface LiveHolder {
  actor: Actor;
  scope: Scope;
  userId: string | null;
  sessionId: string | null;
  tokenId: string | null;
  permissions: Permission[];
  /** When the ticket was made. */
  issuedAt: number;
  /** End of the session or token; null for one that does not end by itself. */
  expiresAt: string | null;
}

/**
 * Spends the ticket, and says whose it was, judged anew as a request's bearer is; undefined when it is unknown, spent, too
 * old, or its holder has lost access. Of parallel callers one gets it.
 */
export async function redeemLiveTicket(sql: Sql, ticketHash: Buffer, now: Date): Promise<LiveHolder | undefined> {
  const [spent] = await sql<{ session_id: string | null; api_token_id: string | null; expires_at: string }[]>`
    delete from live_tickets where token_hash = ${ticketHash} returning session_id, api_token_id, expires_at`;
  if (!spent || Date.parse(spent.expires_at) <= now.getTime()) return undefined;
  const { session_id: sessionId, api_token_id: tokenId } = spent;
  const holder = await holderOf(sql, sessionId, tokenId, now);
  if (!holder) return undefined;
  const { actor, scope, expiresAt } = holder;
  const issuedAt = Date.parse(spent.expires_at) - LIFETIME_MS;
  const permissions = [...actor.permissions];
  return { actor, scope, userId: actor.userId, sessionId, tokenId, permissions, issuedAt, expiresAt };
}

async function holderOf(
  sql: Sql,
  sessionId: string | null,
  tokenId: string | null,
  now: Date,
): Promise<Resolved | undefined> {
  if (sessionId) return resolveSessionById(sql, sessionId, now);
  return tokenId ? resolveApiTokenById(sql, tokenId, now) : undefined;
}
