import type { Ctx } from '../context.ts';
import { policyChangeable, policyVisible } from '../policies/access.ts';
import { deviceInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';
import { approverHolds } from './approver-holds.ts';

/**
 * Where its subject belongs, as `w`: agent_id or policy_id, and the library script. From `standing_approvals s`; a check has
 * both kinds.
 */
export const ownerJoin = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`
  join lateral (
    select t.agent_id, t.policy_id, t.script_id from tasks t where s.subject_kind = 'task' and t.id = s.subject_id
    union all
    select c.agent_id, c.policy_id, case s.subject_kind when 'check' then c.script_id else c.remediation_script_id end
    from checks c where s.subject_kind <> 'task' and c.id = s.subject_id
  ) w on true`;

/** What standingColumns reads beside `standing_approvals s` and ownerJoin. */
export const standingJoins = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`
  join job_contents k on k.sha256 = s.content_sha256
  left join devices o on o.id = w.agent_id
  left join policies p on p.id = w.policy_id`;

/** SQL condition on `w`: it has to do with a device in scope, or with a policy that the caller sees. */
export function standingVisible(ctx: Ctx): Fragment {
  const { sql, scope } = ctx;
  if (scope.unscoped) return sql`true`;
  return sql`(w.agent_id in (select d.id from devices d where ${deviceInScope(ctx)})
    or w.policy_id in (select p.id from policies p where ${policyVisible(ctx)}))`;
}

/** SQL condition on `w`: everything that it reaches is in the caller's scope, and everything that will come there. */
export function standingDecidable(ctx: Ctx): Fragment {
  const { sql, scope } = ctx;
  if (scope.unscoped) return sql`true`;
  return sql`(exists (select 1 from devices d where d.id = w.agent_id and ${deviceInScope(ctx)})
    or exists (select 1 from policies p where p.id = w.policy_id and ${policyChangeable(ctx)}))`;
}

/** SQL condition on `devices d`: its subject, under `w`, reaches it. By the indexes of the places, for each approval anew. */
export function reached({ sql }: Pick<Ctx, 'sql'>): Fragment {
  const places = (type: string) => sql`any(array(
    select a.scope_id from policy_assignments a where a.policy_id = w.policy_id and a.scope_type = ${type}))`;
  return sql`(d.id = w.agent_id or d.client_id = ${places('client')} or d.site_id = ${places('site')}
    or d.group_id = ${places('group')} or d.id = ${places('agent')})`;
}

/** A standing approval as schema/standing-approvals.ts shapes it in a list. */
export const standingColumns = (ctx: Ctx): Fragment => ctx.sql`
  s.id, s.subject_kind, s.subject_id, s.subject_name, s.state, k.shell, k.risk_hints, s.content_sha256, s.form_sha256, s.schedule,
  s.timeout_sec, w.agent_id, o.hostname as agent_hostname, w.policy_id, p.name as policy_name,
  (select count(*)::int from devices d where ${reached(ctx)} and ${deviceInScope(ctx)}) as device_count,
  (select count(*)::int from standing_approval_exceptions e join devices d on d.id = e.device_id
    where e.approval_id = s.id and ${reached(ctx)} and ${deviceInScope(ctx)}) as exception_count,
  s.requested_by, s.requested_reason, rfc3339(s.requested_at) as requested_at,
  s.approver, case when s.approver is not null then ${approverHolds(ctx)} end as approver_holds,
  s.decided_by, rfc3339(s.decided_at) as decided_at, s.reason, ${standingDecidable(ctx)} as decidable`;

/** Variables of a content as an answer shows them: values of secret parameters are null. */
export const shownEnv = ({ sql }: Pick<Ctx, 'sql'>, content: Fragment): Fragment => sql`(
  select coalesce(jsonb_object_agg(v.key, case when v.key = any(${content}.secrets) then 'null' else v.value end), '{}')
  from jsonb_each(${content}.env) v)`;
