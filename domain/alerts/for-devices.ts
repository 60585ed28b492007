import type { Ctx } from '../context.ts';
import { clearConditions } from './clear.ts';

/**
 * What becomes of the alerts of devices that are about to be deleted; call it in the transaction that deletes them, while
 * their rows are there and locked. What is not resolved is, as `source_removed`; every alert keeps the name and the place
 * that the device had last, which decides from then on who sees it.
 */
export async function closeForDeletedDevices(ctx: Ctx, deviceIds: string[]): Promise<void> {
  const { sql } = ctx;
  await sql`
    update alerts a set device_deleted = true, agent_hostname = d.hostname,
      client_id = d.client_id, site_id = d.site_id, group_id = d.group_id
    from devices d where d.id = any(${deviceIds}::uuid[]) and a.agent_id = d.id`;
  const active = await sql<{ condition_key: string }[]>`
    select condition_key from alerts where agent_id = any(${deviceIds}::uuid[]) and status <> 'resolved'`;
  await clearConditions(
    ctx,
    active.map(({ condition_key }) => ({
      conditionKey: condition_key,
      resolution: 'source_removed',
      observedValue: null,
      at: ctx.now(),
    })),
  );
}
