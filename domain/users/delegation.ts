import type { Ctx } from '../context.ts';
import { lackedBy, requireHeld } from '../permissions.ts';
import { invalid, notFound, outOfScope, Problem } from '../problem.ts';
import { placementInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';
import { joinTarget, targetPlacement } from './scope-placement.ts';

/**
 * Who may manage whom (SPEC.md, API tokens and MCP applications; CONTRACT.md, Access). Whoever manages an account holds
 * every permission that it holds. A scoped caller manages only accounts whose every scope lies inside its own, so never an
 * unrestricted one, and never hands out the global admin role.
 */
export interface Account {
  id: string;
  username: string;
  role: string;
  permissions: string[];
  builtin: boolean;
  disabled: boolean;
  scope_lost: boolean;
  /** Number of its scope rows. */
  scopes: number;
}

/** SQL condition: every scope row of the user lies inside the caller's scope. A row whose target is gone lies nowhere. */
function everyScopeInside(ctx: Ctx, userId: Fragment): Fragment {
  const { sql } = ctx;
  return sql`not exists (
    select 1 from user_scopes x ${joinTarget(sql)}
    where x.user_id = ${userId} and (${placementInScope(ctx, targetPlacement)}) is not true)`;
}

/** SQL condition on `users u`: whom the caller sees, which for a scoped one is whom it may manage, and itself. */
export function userVisible(ctx: Ctx): Fragment {
  const { sql, actor, scope } = ctx;
  if (scope.unscoped) return sql`true`;
  return sql`(u.id = ${actor.userId} or (
    exists (select 1 from user_scopes x where x.user_id = u.id) and ${everyScopeInside(ctx, sql`u.id`)}
    and not exists (select 1 from roles r where r.key = u.role_key and r.permissions && ${lackedBy(actor)}::text[])))`;
}

/** The account, locked, if the caller may manage it. Take lockAccess() first. @throws 404, 403 out_of_scope or exceeds_permissions */
export async function manage(ctx: Ctx, id: string): Promise<Account> {
  const { sql, scope } = ctx;
  const [row] = await sql<(Account & { inside: boolean })[]>`
    select u.id, u.username, u.role_key as role, r.permissions, u.builtin, u.disabled_at is not null as disabled,
           u.scope_lost_at is not null as scope_lost,
           (select count(*)::int from user_scopes x where x.user_id = u.id) as scopes,
           ${everyScopeInside(ctx, sql`u.id`)} as inside
    from users u join roles r on r.key = u.role_key
    where u.id = ${id} for update of u`;
  if (!row) throw notFound('user');
  const { inside, ...account } = row;
  if (!scope.unscoped && (account.scopes === 0 || !inside)) throw outOfScope('account');
  requireHeld(ctx.actor, account.permissions, 'This account');
  return account;
}

/** Whether the caller may hand out a role. @throws 400 unknown_role, 403 exceeds_permissions or admin_role */
export async function requireAssignable(ctx: Ctx, role: string): Promise<void> {
  const [row] = await ctx.sql<{ permissions: string[] }[]>`select permissions from roles where key = ${role}`;
  if (!row) throw invalid('role', `There is no role ${role}.`, 'unknown_role');
  if (!ctx.scope.unscoped && role === 'admin')
    throw new Problem(403, 'admin_role', 'An account with access scope does not hand out the admin role.');
  requireHeld(ctx.actor, row.permissions, 'This role');
}
