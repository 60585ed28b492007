import type { ScopeRow, ScopeType } from '../../schema/users.ts';
import type { Ctx } from '../context.ts';
import { invalid, outOfScope, Problem } from '../problem.ts';
import { placementInScope } from '../scope.ts';
import { joinTarget, targetPlacement } from './scope-placement.ts';

/**
 * Whether the caller may grant this scope: every target exists, and for a scoped caller lies inside its own scope. Locks the
 * targets against deletion, in the order in which deletions lock, so take lockAccess() after it.
 * @throws 400 unknown_scope_target, 403 out_of_scope, 403 unscoped_required for unrestricted access
 */
export async function requireGrantable(ctx: Ctx, rows: ScopeRow[]): Promise<void> {
  if (rows.length === 0 && !ctx.scope.unscoped)
    throw new Problem(403, 'unscoped_required', 'Only accounts without access scope grant unrestricted access.');
  await lockTargets(ctx, rows);
  const targets = await placeTargets(ctx, rows);
  targets.forEach(({ found }, index) => {
    if (!found) throw invalid(`scopes.${index}.scope_id`, 'There is no such target.', 'unknown_scope_target');
  });
  if (targets.some(({ inside }) => !inside)) throw outOfScope('scope');
}

async function lockTargets({ sql }: Ctx, rows: ScopeRow[]): Promise<void> {
  const ids = (type: ScopeType) => rows.filter((row) => row.scope_type === type).map((row) => row.scope_id);
  const [clients, sites, groups, agents] = [ids('client'), ids('site'), ids('group'), ids('agent')];
  if (clients.length > 0) await sql`select 1 from clients where id = any(${clients}::uuid[]) order by id for key share`;
  if (sites.length > 0) await sql`select 1 from sites where id = any(${sites}::uuid[]) order by id for key share`;
  if (groups.length > 0) await sql`select 1 from groups where id = any(${groups}::uuid[]) order by id for key share`;
  if (agents.length > 0) await sql`select 1 from devices where id = any(${agents}::uuid[]) order by id for key share`;
}

/** In the order of the rows. */
function placeTargets(ctx: Ctx, rows: ScopeRow[]): Promise<{ found: boolean; inside: boolean }[]> {
  const { sql } = ctx;
  const numbered = rows.map((row, position) => ({ ...row, position }));
  return sql<{ found: boolean; inside: boolean }[]>`
    select num_nonnulls(c.id, s.id, g.id, d.id) = 1 as found, (${placementInScope(ctx, targetPlacement)}) is true as inside
    from jsonb_to_recordset(${sql.json(numbered)}) as x (position int, scope_type text, scope_id uuid)
    ${joinTarget(sql)}
    order by x.position`;
}
