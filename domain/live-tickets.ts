import type { Ctx } from './context.ts';
import type { Sql } from './sql.ts';
import { hashToken, newToken } from './tokens.ts';

/** A ticket for /ws/console is good for thirty seconds and one use. */
const LIFETIME_MS = 30_000;

/** Makes a ticket for the caller's session or token. */
export async function createLiveTicket(ctx: Ctx): Promise<{ ticket: string; expires_at: string }> {
  const { sql, actor } = ctx;
  const ticket = newToken('liveTicket', ctx.random);
  const expiresAt = new Date(ctx.now().getTime() + LIFETIME_MS);
  const tokenId = actor.kind === 'api_token' ? actor.id : null;
  await sql`
    insert into live_tickets (token_hash, user_id, session_id, api_token_id, expires_at)
    values (${hashToken(ticket)}, ${actor.userId}, ${actor.sessionId}, ${tokenId}, ${expiresAt})`;
  return { ticket, expires_at: expiresAt.toISOString() };
}

/** Who opens a live socket, and until when at most. */
export interface LiveHolder {
  userId: string | null;
  sessionId: string | null;
  tokenId: string | null;
  permissions: string[];
  /** End of the session or token; null for one that does not end by itself. */
  expiresAt: string | null;
}

/** Spends the ticket, and says whose it was; undefined when it is unknown, spent, too old, or its holder has lost access. */
export async function redeemLiveTicket(sql: Sql, ticketHash: Buffer, now: Date): Promise<LiveHolder | undefined> {
  const [row] = await sql<LiveHolder[]>`
    with spent as (delete from live_tickets where token_hash = ${ticketHash} returning user_id, session_id, api_token_id, expires_at)
    select p.user_id as "userId", p.session_id as "sessionId", p.api_token_id as "tokenId", r.permissions,
           coalesce(s.expires_at, t.expires_at) as "expiresAt"
    from spent p
    left join sessions s on s.id = p.session_id
    left join api_tokens t on t.id = p.api_token_id
    left join users u on u.id = p.user_id
    join roles r on r.key = coalesce(t.role_key, u.role_key, 'admin')
    where p.expires_at > ${now} and (p.user_id is null or u.disabled_at is null)
      and coalesce(s.expires_at, t.expires_at, 'infinity') > ${now}`;
  return row;
}
