import type { Ctx } from '../context.ts';

/** Ends every session of these users, or all but one. Returns their ids; the caller tells the bus. */
export async function endSessionsOf(ctx: Ctx, userIds: string[], keep: string | null = null): Promise<string[]> {
  const ended = await ctx.sql<{ id: string }[]>`
    delete from sessions where user_id = any(${userIds}::uuid[]) and id is distinct from ${keep}::uuid returning id`;
  return ended.map(({ id }) => id);
}
