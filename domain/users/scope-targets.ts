import type { ScopeType } from '../../schema/users.ts';
import { voidLinks } from '../account-links/links.ts';
import { type Ctx, transaction } from '../context.ts';
import { endSessionsOf } from '../sessions/end.ts';
import { lockAccess } from './lock.ts';

/**
 * For the noun that deletes clients, sites, departments or devices: takes their scope rows away, in the transaction of
 * the deletion and after its rows are locked or gone. A user left with no row because of that is disabled, not promoted
 * to unrestricted access: sessions and tokens stop at once, and the account can't be enabled before its scope is set anew.
 * The endpoint declares `user.disable` among its audits.
 */
export async function removeScopeTarget(ctx: Ctx, type: ScopeType, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction(ctx, async (inside) => {
    await lockAccess(inside);
    const removed = await inside.sql<{ user_id: string }[]>`
      delete from user_scopes where scope_type = ${type} and scope_id = any(${ids}::uuid[]) returning user_id`;
    const userIds = [...new Set(removed.map((row) => row.user_id))];
    if (userIds.length === 0) return;
    await disableScopeless(inside, userIds);
    inside.emit({ type: 'access.changed', userIds });
    inside.emit({ type: 'changed', noun: 'users', ids: userIds });
  });
}

async function disableScopeless(ctx: Ctx, userIds: string[]): Promise<void> {
  const now = ctx.now();
  const lost = await ctx.sql<{ id: string; username: string; was_enabled: boolean }[]>`
    update users u set scope_lost_at = ${now}, disabled_at = coalesce(u.disabled_at, ${now}), updated_at = ${now}
    where u.id = any(${userIds}::uuid[]) and not exists (select 1 from user_scopes x where x.user_id = u.id)
    returning u.id, u.username, old.disabled_at is null as was_enabled`;
  const disabled = lost.filter((user) => user.was_enabled);
  if (disabled.length === 0) return;
  const ids = disabled.map((user) => user.id);
  await endSessionsOf(ctx, ids);
  await voidLinks(ctx, ids);
  await ctx.auditMany(
    'user.disable',
    disabled.map(({ id, username }) => ({
      target: { id, name: username },
      details: { reason: 'scope_lost' as const },
    })),
  );
}
