import type { Ctx } from '../context.ts';

/** Ends the caller's own session. For a token, which has none, there is nothing to end. */
export async function signOut(ctx: Ctx): Promise<void> {
  const { sessionId, name } = ctx.actor;
  if (!sessionId) return;
  await ctx.sql`delete from sessions where id = ${sessionId}`;
  await ctx.audit('auth.logout', { id: sessionId, name }, {});
  ctx.emit({ type: 'access.changed', sessionIds: [sessionId] });
}
