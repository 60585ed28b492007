import type { Ctx } from '../context.ts';

/** A ceremony may take this long: a phone has to be found, or a PIN. */
export const CHALLENGE_LIFETIME_MS = 5 * 60_000;
/** Kept per account: whoever knows a password can ask for new ones without end. */
const LIVE_PER_ACCOUNT = 5;

/** What the challenge is good for. */
export type Purpose = 'register' | 'sign_in';

/** A challenge, in base64url as it goes over the wire. */
export interface Challenge {
  id: string;
  challenge: string;
}

/** Makes a challenge for one ceremony of this account; the oldest beyond five give way. */
export async function createChallenge(ctx: Ctx, userId: string, purpose: Purpose): Promise<Challenge> {
  const { sql } = ctx;
  const challenge = Buffer.from(ctx.random(32)).toString('base64url');
  const expiresAt = new Date(ctx.now().getTime() + CHALLENGE_LIFETIME_MS);
  await sql`
    delete from passkey_challenges where id in (
      select id from passkey_challenges where user_id = ${userId}
      order by expires_at desc, id desc offset ${LIVE_PER_ACCOUNT - 1})`;
  const [row] = await sql<{ id: string }[]>`
    insert into passkey_challenges (user_id, purpose, challenge, expires_at)
    values (${userId}, ${purpose}, ${challenge}, ${expiresAt}) returning id`;
  if (!row) throw new Error('an insert returned no row');
  return { id: row.id, challenge };
}

/**
 * Takes a challenge away, whatever becomes of the ceremony, and returns it; undefined when it is not this account's, is
 * for another purpose, has expired, or has been taken. Of racing callers one gets it. A rollback would put it back: let the
 * transaction commit, whatever the answer is worth.
 */
export async function takeChallenge(
  ctx: Ctx,
  { id, userId, purpose }: { id: string; userId: string; purpose: Purpose },
): Promise<string | undefined> {
  const [row] = await ctx.sql<{ challenge: string; live: boolean }[]>`
    delete from passkey_challenges where id = ${id} and user_id = ${userId} and purpose = ${purpose}
    returning challenge, expires_at > ${ctx.now()} as live`;
  return row?.live ? row.challenge : undefined;
}

/** Removes challenges that nobody answered. */
export async function sweepChallenges(ctx: Ctx): Promise<number> {
  const { count } = await ctx.sql`delete from passkey_challenges where expires_at <= ${ctx.now()}`;
  return count;
}
