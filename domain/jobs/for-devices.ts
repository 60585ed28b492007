import type { Ctx } from '../context.ts';
import { jobActor } from './job-actor.ts';
import { allows, statusAfter } from './transitions.ts';

/**
 * What becomes of the jobs of devices that are about to be deleted; call it in the transaction that deletes them, before
 * the rows go. What waits for approval is rejected, what was on its way or running is cancelled (transitions.ts), and
 * every job of theirs keeps the name and the place that the device had last. Audited by the deletion, as jobs_cancelled.
 * @returns how many open jobs ended, by device; devices without any are not in it
 */
export async function cancelForDeletedDevices(ctx: Ctx, deviceIds: string[]): Promise<Map<string, number>> {
  const { sql } = ctx;
  // Whoever proposes a job holds its device against this lock, so that none slips in behind the update below.
  await sql`select d.id from devices d where d.id = any(${deviceIds}::uuid[]) order by d.id for update`;
  await keepLastPlace(ctx, deviceIds);
  const by = sql.json(await jobActor(ctx));
  const ended = await sql<{ agent_id: string; count: number }[]>`
    with ended as (
      update jobs r set status = ${statusAfter(sql, 'delete_device', sql`r.status`)},
        rejected_by = case when r.status = 'awaiting_approval' then ${by} else r.rejected_by end,
        decided_at = case when r.status = 'awaiting_approval' then ${ctx.now()} else r.decided_at end,
        finished_at = case when r.status = 'awaiting_approval' then null else ${ctx.now()}::timestamptz end,
        error = case when r.status in ('awaiting_approval', 'dispatched') then 'The device was deleted.'
          else 'The device was deleted before its result came; whether the script ran to its end is not known.' end
      where r.agent_id = any(${deviceIds}::uuid[]) and ${allows(sql, 'delete_device', sql`r.status`)}
      returning r.agent_id
    )
    select agent_id, count(*)::int as count from ended group by agent_id`;
  if (ended.length > 0) ctx.emit({ type: 'changed', noun: 'jobs' });
  if (ended.length > 0) ctx.emit({ type: 'changed', noun: 'approvals' });
  return new Map(ended.map(({ agent_id, count }) => [agent_id, count]));
}

/** A deleted device's jobs are seen by whoever saw the device last, not by whoever did when the job was made. */
async function keepLastPlace({ sql }: Ctx, deviceIds: string[]): Promise<void> {
  await sql`
    update jobs r set device_deleted = true, agent_hostname = d.hostname,
      client_id = d.client_id, site_id = d.site_id, group_id = d.group_id
    from devices d
    where d.id = any(${deviceIds}::uuid[]) and r.agent_id = d.id`;
}
