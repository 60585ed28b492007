import type { Ctx } from '../context.ts';
import { knownPermissions, requireHeld } from '../permissions.ts';
import { notFound, outOfScope } from '../problem.ts';
import { lockAccess } from '../users/lock.ts';
import { tokenVisible } from './visible.ts';

interface Row {
  name: string;
  permissions: string[];
  user_permissions: string[] | null;
  visible: boolean;
}

/** Ends a token at once. @throws 404, 403 out_of_scope or exceeds_permissions for one that may do what the caller may not */
export async function revoke(ctx: Ctx, id: string): Promise<void> {
  await lockAccess(ctx);
  const [token] = await ctx.sql<Row[]>`
    select t.name, r.permissions, ur.permissions as user_permissions, ${tokenVisible(ctx)} is true as visible
    from api_tokens t
    join roles r on r.key = t.role_key
    left join users u on u.id = t.user_id
    left join roles ur on ur.key = u.role_key
    where t.id = ${id} for update of t`;
  if (!token) throw notFound('API token');
  if (!token.visible) throw outOfScope('API token');
  const bound = knownPermissions(token.user_permissions ?? token.permissions);
  requireHeld(ctx.actor, [...knownPermissions(token.permissions).intersection(bound)], 'This token');
  await ctx.sql`delete from api_tokens where id = ${id}`;
  await ctx.audit('api_token.revoke', { id, name: token.name }, {});
  ctx.emit({ type: 'access.changed', tokenIds: [id] });
  ctx.emit({ type: 'changed', noun: 'api_tokens', ids: [id] });
}
