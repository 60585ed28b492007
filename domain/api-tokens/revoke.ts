import type { Permission } from '../../schema/permissions.ts';
import type { Ctx } from '../context.ts';
import { knownPermissions, requireHeld } from '../permissions.ts';
import { notFound, outOfScope } from '../problem.ts';
import { lockAccess } from '../users/lock.ts';
import { tokenVisible } from './visible.ts';

interface Row {
  name: string;
  user_id: string | null;
  permissions: string[];
  user_permissions: string[] | null;
  visible: boolean;
}

/**
 * Ends a token at once. What it may do must be the caller's as well, and of a token that is bound to somebody else, all
 * that its account may do: it is managed with its account, as it was issued.
 * @throws 404, 403 out_of_scope or exceeds_permissions
 */
export async function revoke(ctx: Ctx, id: string): Promise<void> {
  await lockAccess(ctx);
  const [token] = await ctx.sql<Row[]>`
    select t.name, t.user_id, r.permissions, ur.permissions as user_permissions, ${tokenVisible(ctx)} is true as visible
    from api_tokens t
    join roles r on r.key = t.role_key
    left join users u on u.id = t.user_id
    left join roles ur on ur.key = u.role_key
    where t.id = ${id} for update of t`;
  if (!token) throw notFound('API token');
  if (!token.visible) throw outOfScope('API token');
  requireHeld(ctx.actor, [...managedWith(ctx, token)], 'This token');
  await ctx.sql`delete from api_tokens where id = ${id}`;
  await ctx.audit('api_token.revoke', { id, name: token.name }, {});
  ctx.emit({ type: 'access.changed', tokenIds: [id] });
  ctx.emit({ type: 'changed', noun: 'api_tokens', ids: [id] });
}

function managedWith({ actor }: Ctx, { user_id, permissions, user_permissions }: Row): Set<Permission> {
  const own = knownPermissions(permissions);
  if (user_permissions === null) return own;
  const account = knownPermissions(user_permissions);
  return user_id === actor.userId ? own.intersection(account) : account;
}
