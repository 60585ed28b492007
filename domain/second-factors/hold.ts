import type { Ctx } from '../context.ts';

/**
 * Whether codes are on; if so they stay on to the end of the transaction. What hangs on them is added behind this, and
 * removed after the row has changed, so that nothing is left over (domain/passkeys/remove.ts).
 */
export async function holdCodes(ctx: Ctx, userId: string): Promise<boolean> {
  if (!ctx.work.inTransaction) throw new Error('holdCodes needs a transaction');
  const held = await ctx.sql`
    select 1 from totp where user_id = ${userId} and enabled_at is not null for no key update`;
  return held.count > 0;
}
