import type { Placement } from '../scope.ts';
import type { Fragment, Sql } from '../sql.ts';

/** Joins what a scope row names. Alias of the row: `x`, with scope_type and scope_id; of the target: `c`, `s`, `g` or `d`. */
export const joinTarget = (sql: Sql): Fragment => sql`
  left join clients c on x.scope_type = 'client' and c.id = x.scope_id
  left join sites s on x.scope_type = 'site' and s.id = x.scope_id
  left join groups g on x.scope_type = 'group' and g.id = x.scope_id
  left join devices d on x.scope_type = 'agent' and d.id = x.scope_id`;

/** Where the target lies: the node itself and what is above it. All null when it is gone. */
export const targetPlacement = (sql: Sql): Placement => ({
  agent: sql`d.id`,
  group: sql`coalesce(g.id, d.group_id)`,
  site: sql`coalesce(s.id, g.site_id, d.site_id)`,
  client: sql`coalesce(c.id, s.client_id, g.client_id, d.client_id)`,
});
