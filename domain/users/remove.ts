import type { Ctx } from '../context.ts';
import { manage } from './delegation.ts';
import { lockAccess } from './lock.ts';
import { requireAnotherAdmin, requireNotBuiltin, requireOther } from './protection.ts';

/**
 * Deletes the account with its sessions, bound API tokens, tickets and scope rows; the audit trail keeps its name.
 * @throws 404, 403, 409 own_account, builtin_account, last_admin
 */
export async function remove(ctx: Ctx, id: string): Promise<void> {
  await lockAccess(ctx);
  const account = await manage(ctx, id);
  requireOther(ctx, account);
  requireNotBuiltin(account);
  await requireAnotherAdmin(ctx, account);
  await ctx.sql`delete from users where id = ${id}`;
  await ctx.audit('user.delete', { id, name: account.username }, { role: account.role });
  ctx.emit({ type: 'access.changed', userIds: [id] });
  ctx.emit({ type: 'changed', noun: 'users', ids: [id] });
}
