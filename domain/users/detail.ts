import type { ScopeTarget, UserDetail } from '../../schema/users.ts';
import type { Ctx } from '../context.ts';
import { outOfScope } from '../problem.ts';
import { userVisible } from './delegation.ts';
import { read } from './record.ts';
import { joinTarget, targetPlacement } from './scope-placement.ts';

/** One account that the caller may manage, or its own, with names for what its scope holds. @throws 404, 403 out_of_scope */
export async function readDetail(ctx: Ctx, id: string): Promise<UserDetail> {
  const user = await read(ctx, id);
  const [visible] = await ctx.sql`select 1 from users u where u.id = ${id} and ${userVisible(ctx)}`;
  if (!visible) throw outOfScope('account');
  return { ...user, scope_targets: user.scopes.length === 0 ? [] : await readTargets(ctx, id) };
}

/** Names that a scoped caller sees lie in its own scope: so does every account that it sees. */
function readTargets({ sql }: Ctx, userId: string): Promise<ScopeTarget[]> {
  const { client, site, group } = targetPlacement(sql);
  return sql<ScopeTarget[]>`
    select x.scope_type, x.scope_id, coalesce(c.name, s.name, g.name, d.hostname) as name,
           ${client} as client_id, ${site} as site_id, ${group} as group_id
    from user_scopes x ${joinTarget(sql)}
    where x.user_id = ${userId} order by x.scope_type, x.scope_id`;
}
