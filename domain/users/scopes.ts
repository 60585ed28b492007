import type { ScopeRow } from '../../schema/users.ts';
import type { Ctx } from '../context.ts';
import { notFound, outOfScope } from '../problem.ts';
import { manage, userVisible } from './delegation.ts';
import { requireGrantable } from './grantable.ts';
import { lockAccess } from './lock.ts';
import { requireAnotherAdmin } from './protection.ts';
import { read } from './record.ts';

/** The account's assignments; none: unrestricted. @throws 404, 403 out_of_scope */
export async function readScopes(ctx: Ctx, id: string): Promise<{ scopes: ScopeRow[] }> {
  const { scopes } = await read(ctx, id);
  const [visible] = await ctx.sql`select 1 from users u where u.id = ${id} and ${userVisible(ctx)}`;
  if (!visible) throw outOfScope('account');
  return { scopes };
}

/**
 * Replaces the assignments; `[]` is unrestricted access. It also ends the state in which an account that lost its scope
 * can't be enabled, because now somebody has decided.
 * @throws 404, 403, 400 unknown_scope_target, 409 last_admin
 */
export async function replaceScopes(ctx: Ctx, id: string, wanted: ScopeRow[]): Promise<{ scopes: ScopeRow[] }> {
  await requireKnown(ctx, id);
  await requireGrantable(ctx, wanted);
  await lockAccess(ctx);
  const account = await manage(ctx, id);
  if (wanted.length > 0) await requireAnotherAdmin(ctx, account);
  await ctx.sql`delete from user_scopes where user_id = ${id}`;
  const after = await insertScopes(ctx, id, wanted);
  await ctx.sql`update users set scope_lost_at = null, updated_at = ${ctx.now()} where id = ${id}`;
  await ctx.audit(
    'user.scopes.update',
    { id, name: account.username },
    { before: account.scopes, after, full_access: after === 0 },
  );
  ctx.emit({ type: 'access.changed', userIds: [id] });
  ctx.emit({ type: 'changed', noun: 'users', ids: [id] });
  const { scopes } = await read(ctx, id);
  return { scopes };
}

/** Adds the rows, each once. Returns how many there are now. */
export async function insertScopes(ctx: Ctx, userId: string, rows: ScopeRow[]): Promise<number> {
  const inserted = await ctx.sql`
    insert into user_scopes (user_id, scope_type, scope_id)
    select distinct ${userId}::uuid, r.scope_type, r.scope_id
    from jsonb_to_recordset(${ctx.sql.json(rows)}) as r (scope_type text, scope_id uuid)`;
  return inserted.count;
}

/** An unknown account is 404 whatever else is wrong with the call. */
async function requireKnown(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.sql`select 1 from users where id = ${id}`;
  if (!row) throw notFound('user');
}
