import type { Inventory } from '../../schema/inventory.ts';
import type { Ctx } from '../context.ts';
import { JsonText } from '../json-text.ts';
import { notFound, outOfScope, Problem } from '../problem.ts';
import { deviceInScope } from '../scope.ts';

/**
 * The newest of each section that the agent has sent, `collected_at` of the newest among them. Built in SQL: the software
 * of one machine may be 20,000 entries.
 * @throws 404 device_not_found, 403 out_of_scope, 404 no_inventory before the first
 */
export async function read(ctx: Ctx, deviceId: string): Promise<JsonText<Inventory>> {
  const [row] = await ctx.sql<{ in_scope: boolean; json: string | null }[]>`
    select ${deviceInScope(ctx)} as in_scope, (
      select (jsonb_build_object('collected_at', rfc3339(max(i.collected_at)))
        || coalesce(jsonb_object_agg(i.section, i.data) filter (where i.section <> 'memory'), '{}'::jsonb)
        || coalesce((jsonb_agg(i.data) filter (where i.section = 'memory')) -> 0, '{}'::jsonb))::text
      from device_inventory i where i.device_id = d.id having count(*) > 0
    ) as json
    from devices d where d.id = ${deviceId}`;
  if (!row) throw notFound('device');
  if (!row.in_scope) throw outOfScope('device');
  if (row.json === null) throw new Problem(404, 'no_inventory', 'This device has not sent its inventory yet.');
  return new JsonText(row.json);
}
