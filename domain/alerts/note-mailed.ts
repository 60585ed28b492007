import type { Ctx } from '../context.ts';

/** Key of the advisory lock ("told" in ASCII): of two senders that are done at once the second finds the entry of the first. */
const LOCK = 0x746f6c64;

/**
 * Says in the timelines of these alerts that mail about them left, or was given up: one entry for what happened last to
 * each, with the number of mails, so that fifty readers are no fifty entries. For the caller's transaction.
 */
export async function noteMailed(
  { sql, now, emit }: Ctx,
  alertIds: string[],
  outcome: 'mailed' | 'mail_failed',
): Promise<void> {
  if (alertIds.length === 0) return;
  await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`;
  const noted = await sql<{ alert_id: string }[]>`
    with newest as materialized (
      select a.id as alert_id, e.id as event_id, e.kind
      from alerts a left join lateral (
        select e.id, e.kind from alert_events e
        where e.alert_id = a.id and e.kind in ('raised', 'reopened', 'severity_changed', 'resolved', 'cleared', ${outcome})
        order by e.at desc, e.id desc limit 1) e on true
      where a.id = any(${alertIds}::uuid[])
      order by a.id
    ), counted as (
      update alert_events e set details = jsonb_set(e.details, '{mails}', to_jsonb(coalesce((e.details ->> 'mails')::int, 1) + 1))
      from newest n where e.id = n.event_id and n.kind = ${outcome}
    )
    insert into alert_events (alert_id, kind, details, at)
    select n.alert_id, ${outcome}, '{"mails": 1}', ${now()} from newest n where n.kind is distinct from ${outcome}
    returning alert_id`;
  if (noted.length > 0) emit({ type: 'changed', noun: 'alerts', ids: noted.map(({ alert_id }) => alert_id) });
}
