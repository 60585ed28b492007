import type { Ctx } from '../context.ts';
import type { Purpose } from './links.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How many mails within a window; `address` counts those to the same address only. */
interface Window {
  mails: number;
  windowMs: number;
  per: 'account' | 'address';
}

/**
 * Resets: SPEC.md, Limits. Confirmations are asked for by somebody who is signed in, and a mistyped address is put right
 * at once, so an address has windows of its own.
 */
const budgets: Record<Purpose, Window[]> = {
  password_reset: [
    { mails: 1, windowMs: 5 * MINUTE_MS, per: 'account' },
    { mails: 5, windowMs: DAY_MS, per: 'account' },
  ],
  email_confirmation: [
    { mails: 3, windowMs: 5 * MINUTE_MS, per: 'address' },
    { mails: 10, windowMs: DAY_MS, per: 'account' },
  ],
};

/**
 * Milliseconds until one more mail may go, 0 when it may now. It counts the links that were made, so take the account's
 * row first: then calls at once are counted one after the other.
 */
export async function waitMs(ctx: Ctx, purpose: Purpose, userId: string, email: string): Promise<number> {
  const now = ctx.now().getTime();
  const made = await ctx.sql<{ email: string; created_at: string }[]>`
    select email, created_at from account_links
    where user_id = ${userId} and purpose = ${purpose} and created_at > ${new Date(now - DAY_MS)}
    order by created_at desc`;
  const waits = budgets[purpose].map(({ mails, windowMs, per }) => {
    const counted = per === 'account' ? made : made.filter((link) => link.email === email);
    // It must have left the window before there is room for one more.
    const blocking = counted[mails - 1];
    return blocking ? new Date(blocking.created_at).getTime() + windowMs - now : 0;
  });
  return Math.max(0, ...waits);
}
