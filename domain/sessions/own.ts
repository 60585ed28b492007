import type { Session } from '../../schema/sessions.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../problem.ts';

/** The caller's sessions that have not ended, newest first. */
export async function listOwn(ctx: Ctx): Promise<{ sessions: Session[] }> {
  const { actor, sql } = ctx;
  const sessions = await sql<Session[]>`
    select id, id = ${actor.sessionId} as current, created_at, expires_at, ip, user_agent
    from sessions where user_id = ${actor.userId} and expires_at > ${ctx.now()} order by created_at desc, id desc`;
  return { sessions };
}

/** Ends one of the caller's sessions. @throws 404, for somebody else's too */
export async function revokeOwn(ctx: Ctx, id: string): Promise<void> {
  const { actor, sql } = ctx;
  const ended = await sql`delete from sessions where id = ${id} and user_id = ${actor.userId} returning 1`;
  if (ended.length === 0) throw notFound('session');
  await ctx.audit('session.revoke', { id, name: actor.name }, {});
  ctx.emit({ type: 'access.changed', sessionIds: [id] });
}
