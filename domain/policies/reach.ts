import type { Ctx } from '../context.ts';
import { deviceInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';

/**
 * How many devices in the caller's scope the policy under `p` reaches, each once. By the indexes of the places: the view
 * policy_devices would have to put all devices into a set first, for each policy of a list.
 */
export function reachedDevices(ctx: Pick<Ctx, 'sql' | 'scope'>): Fragment {
  const { sql } = ctx;
  const places = (type: string) => sql`any(array(
    select a.scope_id from policy_assignments a where a.policy_id = p.id and a.scope_type = ${type}))`;
  return sql`(
    select count(*)::int from devices d
    where (d.client_id = ${places('client')} or d.site_id = ${places('site')} or d.group_id = ${places('group')} or d.id = ${places('agent')})
      and ${deviceInScope(ctx)})`;
}
