import type { Ctx } from '../context.ts';
import { conflict } from '../problem.ts';
import type { Account } from './delegation.ts';

/** Nobody locks themselves out by mistake. @throws 409 own_account */
export function requireOther(ctx: Ctx, account: Account): void {
  if (ctx.actor.userId === account.id) throw conflict('own_account', 'You cannot do this to your own account.');
}

/** The account of the first start stays (SPEC.md, User). @throws 409 builtin_account */
export function requireNotBuiltin(account: Account): void {
  if (account.builtin) throw conflict('builtin_account', 'The built-in administrator cannot be disabled or deleted.');
}

/**
 * Before an account is deleted, demoted, scoped or disabled: an instance keeps one enabled administrator without scope.
 * Under lockAccess(), so that two who take each other away can't both succeed. @throws 409 last_admin
 */
export async function requireAnotherAdmin(ctx: Ctx, account: Account): Promise<void> {
  if (account.role !== 'admin' || account.disabled || account.scopes > 0) return;
  const [other] = await ctx.sql`
    select 1 from users u where u.role_key = 'admin' and u.disabled_at is null and u.id <> ${account.id}
      and not exists (select 1 from user_scopes x where x.user_id = u.id) limit 1`;
  if (!other) throw conflict('last_admin', 'This is the last enabled administrator without access scope.');
}
