import type { User } from '../../schema/users.ts';
import { voidLinks } from '../account-links/links.ts';
import type { Ctx } from '../context.ts';
import { conflict } from '../problem.ts';
import { endSessionsOf } from '../sessions/end.ts';
import { manage } from './delegation.ts';
import { lockAccess } from './lock.ts';
import { requireAnotherAdmin, requireNotBuiltin, requireOther } from './protection.ts';
import { read } from './record.ts';

/**
 * Withdraws access: sessions end at once, bound API tokens stop, mailed links are void. Again: keeps the first time.
 * @throws 404, 403, 409 own_account, builtin_account, last_admin
 */
export async function disable(ctx: Ctx, id: string): Promise<User> {
  await lockAccess(ctx);
  const account = await manage(ctx, id);
  requireOther(ctx, account);
  requireNotBuiltin(account);
  if (account.disabled) return read(ctx, id);
  await requireAnotherAdmin(ctx, account);
  await ctx.sql`update users set disabled_at = ${ctx.now()}, updated_at = ${ctx.now()} where id = ${id}`;
  await endSessionsOf(ctx, [id]);
  await voidLinks(ctx, [id]);
  await ctx.audit('user.disable', { id, name: account.username }, { reason: 'requested' });
  ctx.emit({ type: 'access.changed', userIds: [id] });
  ctx.emit({ type: 'changed', noun: 'users', ids: [id] });
  return read(ctx, id);
}

/** Gives access back. @throws 404, 403, 409 scope_lost while the account would come back without its scope */
export async function enable(ctx: Ctx, id: string): Promise<User> {
  await lockAccess(ctx);
  const account = await manage(ctx, id);
  if (account.scope_lost)
    throw conflict(
      'scope_lost',
      'What this account was scoped to is deleted. Set its access scope before you enable it.',
    );
  if (!account.disabled) return read(ctx, id);
  await ctx.sql`update users set disabled_at = null, updated_at = ${ctx.now()} where id = ${id}`;
  await ctx.audit('user.enable', { id, name: account.username }, {});
  ctx.emit({ type: 'changed', noun: 'users', ids: [id] });
  return read(ctx, id);
}
