import type { ScriptUse } from '../../schema/scripts.ts';
import type { Ctx } from '../context.ts';
import { deviceInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';

/**
 * Tasks and checks that name a script, by name: those that the caller may read and that run on a device in scope. Of the
 * others the number alone.
 */
export async function usedBy(ctx: Ctx, scriptId: string): Promise<{ used_by: ScriptUse[]; used_elsewhere: number }> {
  const { sql, actor } = ctx;
  const may = (permission: 'tasks.view' | 'checks.view') => sql`${actor.permissions.has(permission)}::boolean`;
  const uses = await sql<(ScriptUse & { visible: boolean })[]>`
    select 'task' as kind, t.id, t.name, ${may('tasks.view')} and ${ownerInScope(ctx, sql`t`)} as visible
    from tasks t where t.script_id = ${scriptId}
    union all
    select 'check', c.id, c.name, ${may('checks.view')} and ${ownerInScope(ctx, sql`c`)}
    from checks c where c.script_id = ${scriptId}
    union all
    select 'remediation', c.id, c.name, ${may('checks.view')} and ${ownerInScope(ctx, sql`c`)}
    from checks c where c.remediation_script_id = ${scriptId}
    order by 3, 2`;
  const shown = uses.filter(({ visible }) => visible).map(({ kind, id, name }) => ({ kind, id, name }));
  return { used_by: shown, used_elsewhere: uses.length - shown.length };
}

/** SQL condition: the device or the policy under this alias has to do with a device in scope. */
function ownerInScope(ctx: Ctx, owned: Fragment): Fragment {
  const { sql } = ctx;
  if (ctx.scope.unscoped) return sql`true`;
  return sql`exists (
    select from devices d
    where (d.id = ${owned}.agent_id
        or d.id in (select p.device_id from policy_devices p where p.policy_id = ${owned}.policy_id))
      and ${deviceInScope(ctx)})`;
}
