import type { User } from '../../schema/users.ts';
import type { Ctx } from '../context.ts';
import { manage, requireAssignable } from './delegation.ts';
import { lockAccess } from './lock.ts';
import { requireAnotherAdmin } from './protection.ts';
import { read } from './record.ts';

/** Gives the account another role. @throws 404, 403, 400 unknown_role, 409 last_admin */
export async function changeRole(ctx: Ctx, id: string, { role }: { role: string }): Promise<User> {
  await lockAccess(ctx);
  const account = await manage(ctx, id);
  await requireAssignable(ctx, role);
  if (role === account.role) return read(ctx, id);
  await requireAnotherAdmin(ctx, account);
  await ctx.sql`update users set role_key = ${role}, updated_at = ${ctx.now()} where id = ${id}`;
  await ctx.audit('user.role.update', { id, name: account.username }, { from: account.role, to: role });
  ctx.emit({ type: 'access.changed', userIds: [id] });
  ctx.emit({ type: 'changed', noun: 'users', ids: [id] });
  return read(ctx, id);
}
