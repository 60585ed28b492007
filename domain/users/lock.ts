import type { Ctx } from '../context.ts';

/** Key of the advisory lock ("ident" in ASCII). */
const LOCK = 0x6964656e74;

/**
 * Held to the end of the transaction by whatever changes who may do what, so that rules about several accounts (no user
 * exists yet, the last administrator, what a role grants) are judged on a state that nobody else is changing. Such changes
 * are rare. Order: rows of the organisation and devices first, then this, then rows of accounts and roles.
 */
export async function lockAccess(ctx: Ctx): Promise<void> {
  if (!ctx.work.inTransaction) throw new Error('lockAccess needs a transaction');
  await ctx.sql`select pg_advisory_xact_lock(${LOCK}::bigint)`;
}
