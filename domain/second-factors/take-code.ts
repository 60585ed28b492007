import type { Ctx } from '../context.ts';
import { secretPlace } from './sealed.ts';
import { stepOf } from './totp.ts';

/**
 * Guesses at one account's codes in a day, from all addresses together. Of a million codes three are right at a time, so
 * whoever has the password and thousands of addresses gets in with 0.015 % in a day (docs/decisions/0016-second-factor.md).
 */
export const GUESSES = 50;
export const GUESSES_WINDOW_MS = 24 * 3600 * 1000;

/** `paused`: no guess is left, and codes of the app are not judged before the window ends. */
export type Taken = { is: 'taken' } | { is: 'wrong' } | { is: 'paused'; until: Date };

/**
 * Takes a code of the account's authenticator app, while it is on. Every step is taken once: of twenty callers with one
 * code one gets it (RFC 6238, 5.2). The guess is counted before it is judged, so let the transaction commit whatever comes
 * back. @param code six digits
 */
export async function takeTotp(ctx: Ctx, userId: string, code: string): Promise<Taken> {
  const sealed = await countGuess(ctx, userId);
  if (!sealed) return { is: 'paused', until: await windowEnd(ctx, userId) };
  const step = stepOf(ctx.secrets.open(secretPlace(userId), sealed), code, ctx.now());
  if (step === undefined) return { is: 'wrong' };
  const taken = await ctx.sql`
    update totp set last_step = ${step}, guesses = guesses - 1 where user_id = ${userId} and last_step < ${step}`;
  return { is: taken.count > 0 ? 'taken' : 'wrong' };
}

/** A new password takes the first factor away from whoever was guessing at the second one. */
export async function forgetGuesses(ctx: Ctx, userId: string): Promise<void> {
  await ctx.sql`update totp set guesses = 0 where user_id = ${userId}`;
}

/** The sealed secret; undefined when no guess is left. */
async function countGuess(ctx: Ctx, userId: string): Promise<string | undefined> {
  const { sql } = ctx;
  const now = ctx.now();
  const over = sql`guesses_since <= ${new Date(now.getTime() - GUESSES_WINDOW_MS)}`;
  const [row] = await sql<{ secret: string }[]>`
    update totp set guesses = case when ${over} then 1 else guesses + 1 end,
                    guesses_since = case when ${over} then ${now} else guesses_since end
    where user_id = ${userId} and enabled_at is not null and (guesses < ${GUESSES} or ${over})
    returning secret`;
  return row?.secret;
}

async function windowEnd({ sql }: Ctx, userId: string): Promise<Date> {
  const [row] = await sql<{ since: string }[]>`select guesses_since as since from totp where user_id = ${userId}`;
  if (!row) throw new Error('a code was asked for where there is no authenticator app');
  return new Date(Date.parse(row.since) + GUESSES_WINDOW_MS);
}
