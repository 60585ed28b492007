import type { Ctx } from './context.ts';
import { deviceInScope } from './scope.ts';
import type { Fragment } from './sql.ts';

/**
 * Join that counts the devices of an organisation node, of those that the caller may see, under the alias `n`:
 * `deviceCounts(ctx, 'site_id', sql`s.id`)`. Read with `deviceCountColumns`.
 */
export function deviceCounts(ctx: Ctx, column: 'client_id' | 'site_id' | 'group_id', node: Fragment): Fragment {
  const { sql } = ctx;
  return sql`
    left join (
      select d.${sql(column)} as node_id, count(*) as devices, count(*) filter (where d.status = 'online') as online
      from devices d where ${deviceInScope(ctx)} group by d.${sql(column)}
    ) n on n.node_id = ${node}`;
}

export const deviceCountColumns = ({ sql }: Ctx): Fragment => sql`
  coalesce(n.devices, 0)::int as device_count, coalesce(n.online, 0)::int as online_count`;
