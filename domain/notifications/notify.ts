import type { NotificationEvent } from '../../schema/notifications.ts';
import type { Ctx } from '../context.ts';
import type { Fragment, Sql } from '../sql.ts';
import type { Notice } from './notice.ts';

/**
 * Notes what people or programs may want to be told, in the caller's transaction and one statement, with the name and place
 * that its device has at this moment; fan-out.ts makes mail and deliveries of it. Nothing is written of an event that
 * nothing could carry: no relay for alerts is on and no webhook asks for it.
 */
export async function notify(ctx: Ctx, notices: Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const { sql } = ctx;
  const noted = await sql`
    insert into notices (event, agent_id, agent_hostname, client_id, site_id, group_id, subject_kind, subject_id, details, created_at)
    select n.event, n.agent_id, d.hostname, d.client_id, d.site_id, d.group_id, n.subject_kind, n.subject_id, n.details::jsonb, ${ctx.now()}
    from unnest(${notices.map(({ event }) => event)}::text[], ${notices.map(({ agentId }) => agentId)}::uuid[],
                ${notices.map(({ subject }) => subject.kind)}::text[], ${notices.map(({ subject }) => subject.id)}::uuid[],
                ${notices.map(({ details }) => storable(details))}::text[])
      with ordinality as n (event, agent_id, subject_kind, subject_id, details, position)
      left join devices d on d.id = n.agent_id
    where ${carried(sql, sql`n.event`)}
    order by n.position`;
  if (noted.count > 0) ctx.emit({ type: 'notices.noted' });
}

/** SQL condition: something would carry word of this event. For statements that make notices of rows themselves. */
export const carried = (sql: Sql, event: Fragment): Fragment => sql`(
  exists (select 1 from alert_relay where host <> '' and enabled)
  or exists (select 1 from webhooks w where w.enabled and ${event} = any(w.events)))`;

/** Whether it is worth finding out what to tell. */
export async function isCarried({ sql }: Pick<Ctx, 'sql'>, event: NotificationEvent): Promise<boolean> {
  const [row] = await sql<{ yes: boolean }[]>`select ${carried(sql, sql`${event}`)} as yes`;
  return row?.yes ?? false;
}

/** As JSON; without NUL, which jsonb cannot hold and foreign text may. */
const storable = (details: Notice['details']): string =>
  JSON.stringify(details, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
