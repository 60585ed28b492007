import type { Ctx } from '../context.ts';
import type { Fragment } from '../sql.ts';

/** What alertColumns reads beside `alerts r` and `devices d` (left join): names of where the device is or was, and the check. */
export const alertJoins = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`
  left join devices d on d.id = r.agent_id
  cross join lateral (
    select case when d.id is null then r.client_id else d.client_id end as client_id,
      case when d.id is null then r.site_id else d.site_id end as site_id,
      case when d.id is null then r.group_id else d.group_id end as group_id,
      case when r.kind in ('check', 'check_timeout') and pg_input_is_valid(r.source_id, 'uuid') then r.source_id::uuid end as check_id
  ) at
  left join clients c on c.id = at.client_id
  left join sites s on s.id = at.site_id
  left join groups g on g.id = at.group_id
  left join checks k on k.id = at.check_id`;

/** An alert as schema/alerts.ts shapes it. */
export const alertColumns = (ctx: Pick<Ctx, 'sql' | 'now'>): Fragment => {
  const { sql } = ctx;
  const now = ctx.now();
  return sql`
  r.id, r.condition_key, r.kind, r.status, r.severity, r.title, r.message, r.agent_id,
  coalesce(d.hostname, r.agent_hostname) as agent_hostname, d.id is null as device_deleted,
  at.client_id, c.name as client_name, at.site_id, s.name as site_name, at.group_id, g.name as group_name,
  at.check_id, k.type as check_type, r.observed_value, r.threshold_value, r.occurrences,
  rfc3339(r.first_seen_at) as first_seen_at, rfc3339(r.last_seen_at) as last_seen_at, rfc3339(r.raised_at) as raised_at,
  rfc3339(r.acknowledged_at) as acknowledged_at, r.acknowledged_by, rfc3339(r.resolved_at) as resolved_at, r.resolved_by,
  r.resolution, r.reopened_from, coalesce(r.suppressed_until > ${now}, false) as suppressed,
  case when r.suppressed_until > ${now} then rfc3339(r.suppressed_until) end as suppressed_until,
  case when r.suppressed_until > ${now} then r.suppression_id end as suppression_id,
  case when r.suppressed_until > ${now} then r.suppression_kind end as suppression_kind,
  case when r.silenced_until > ${now} then rfc3339(r.silenced_until) end as silenced_until,
  r.version, rfc3339(r.first_seen_at) as created_at, rfc3339(r.updated_at) as updated_at`;
};
