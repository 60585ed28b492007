import type { Ctx } from '../context.ts';

/** Removes sessions that have ended; nobody can use them any more, and their hashes need not be kept. */
export async function sweepSessions(ctx: Ctx): Promise<number> {
  const { count } = await ctx.sql`delete from sessions where expires_at <= ${ctx.now()}`;
  return count;
}
