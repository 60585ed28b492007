import { eventPermissions, type NotificationEvent, notificationEvents } from '../../schema/notifications.ts';
import type { Ctx } from '../context.ts';
import type { Fragment, Sql } from '../sql.ts';
import { reached as approvalReaches, ownerJoin } from '../standing-approvals/columns.ts';

/** Somebody who is to be mailed of these notices of one event. */
export interface Recipient {
  user_id: string;
  username: string;
  email: string;
  unscoped: boolean;
  event: NotificationEvent;
  /** Oldest first. */
  notice_ids: string[];
}

/**
 * Who gets mail about these notices: whoever chose the event, has an address (a confirmed one, where addresses can be
 * confirmed), is enabled, may see it, and reaches its device where that stands now, or stood last once it is deleted. Of
 * what is about no device only the unscoped hear; of a batch of jobs, or a standing approval, whoever reaches one of its
 * devices. Nobody while alert mail is off.
 */
export async function findRecipients({ sql, settings }: Ctx, noticeIds: string[]): Promise<Recipient[]> {
  const permissions = notificationEvents.map((event) => eventPermissions[event]);
  return sql<Recipient[]>`
    with reader as materialized (
      select s.event, u.id, u.username, u.email, not exists (select 1 from user_scopes x where x.user_id = u.id) as unscoped
      from notification_subscriptions s
      join unnest(${[...notificationEvents]}::text[], ${permissions}::text[]) as p (event, permission) on p.event = s.event
      join users u on u.id = s.user_id and u.disabled_at is null and u.email is not null
        and (${settings.accountRelay === null} or u.email_confirmed_at is not null)
      join roles r on r.key = u.role_key and p.permission = any(r.permissions)
      where exists (select 1 from alert_relay where host <> '' and enabled)
    )
    select v.id as user_id, v.username, v.email, v.unscoped, n.event, array_agg(n.id order by n.id) as notice_ids
    from notices n
    join reader v on v.event = n.event
    left join devices d on d.id = n.agent_id
    where n.id = any(${noticeIds}::uuid[])
      and (v.unscoped or ${reached(sql)} or (n.subject_kind = 'batch' and ${batchReached(sql)})
        or (n.subject_kind = 'standing_approval' and ${approvalReached(sql)}))
    group by v.id, v.username, v.email, v.unscoped, n.event
    order by v.id, n.event`;
}

/** As recordInScope decides for the caller (domain/scope.ts), for each reader `v` of a notice `n` with its device `d`. */
const reached = (sql: Sql): Fragment => sql`exists (
  select 1 from user_scopes x where x.user_id = v.id and x.scope_id = case x.scope_type
    when 'agent' then n.agent_id
    when 'group' then case when d.id is null then n.group_id else d.group_id end
    when 'site' then case when d.id is null then n.site_id else d.site_id end
    when 'client' then case when d.id is null then n.client_id else d.client_id end end)`;

const batchReached = (sql: Sql): Fragment => sql`exists (
  select 1 from jobs j left join devices e on e.id = j.agent_id
  join user_scopes x on x.user_id = v.id and x.scope_id = case x.scope_type
    when 'agent' then j.agent_id
    when 'group' then case when e.id is null then j.group_id else e.group_id end
    when 'site' then case when e.id is null then j.site_id else e.site_id end
    when 'client' then case when e.id is null then j.client_id else e.client_id end end
  where j.batch_id = n.subject_id)`;

/** One of the devices that it reaches now, as the place of each stands. */
const approvalReached = (sql: Sql): Fragment => sql`exists (
  select 1 from standing_approvals s ${ownerJoin({ sql })}
  join devices d on ${approvalReaches({ sql })}
  join user_scopes x on x.user_id = v.id and x.scope_id = case x.scope_type
    when 'agent' then d.id when 'group' then d.group_id when 'site' then d.site_id when 'client' then d.client_id end
  where s.id = n.subject_id)`;
