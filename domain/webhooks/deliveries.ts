import type { WebhookDelivery } from '../../schema/webhooks.ts';
import type { Ctx } from '../context.ts';
import { findTarget } from './record.ts';

/** Delivered ones that are kept of each webhook. */
const KEPT = 100;

/** The newest deliveries of a webhook, in whatever state, without what they said. @throws 404 */
export async function listDeliveries(ctx: Ctx, id: string, limit: number): Promise<{ deliveries: WebhookDelivery[] }> {
  await findTarget(ctx, id);
  const most = Math.min(limit, KEPT);
  // Each half by itself, so that both are read from an index.
  const deliveries = await ctx.sql<WebhookDelivery[]>`
    select * from (
      (select m.id, m.kind as event, m.state, m.attempts, null::integer as status, m.last_error as error,
         case when m.state = 'pending' then rfc3339(m.next_attempt_at) end as next_attempt_at,
         rfc3339(m.created_at) as created_at, null::text as delivered_at
       from outbox m where m.webhook_id = ${id} order by m.id desc limit ${most})
      union all
      (select l.id, l.event, 'delivered', l.attempts, l.status, null, null, rfc3339(l.created_at), rfc3339(l.delivered_at)
       from webhook_deliveries l where l.webhook_id = ${id} order by l.id desc limit ${most})
    ) d order by d.id desc limit ${most}`;
  return { deliveries };
}

/** Removes what more there is of delivered ones. */
export async function expireDeliveries({ sql }: Ctx): Promise<number> {
  const { count } = await sql`
    delete from webhook_deliveries l using (
      select w.id as webhook_id, (
        select o.id from webhook_deliveries o where o.webhook_id = w.id order by o.id desc offset ${KEPT} limit 1) as oldest
      from webhooks w) k
    where l.webhook_id = k.webhook_id and l.id <= k.oldest`;
  return count;
}
