import type { Ctx } from '../context.ts';
import { reachedDevices } from '../policies/reach.ts';
import { deviceInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';
import { checkChangeable } from './access.ts';

type Database = Pick<Ctx, 'sql'>;

/**
 * A program (jsonb with `env`) as it may be shown: values of the named library script's secret parameters are null, which
 * stands for what is there when it comes back (judge.ts).
 */
const shownProgram = ({ sql }: Database, program: Fragment, scriptId: Fragment): Fragment => sql`
  case when ${scriptId} is null or ${program} -> 'env' is null then ${program}
  else ${program} || jsonb_build_object('env', (
    select coalesce(jsonb_object_agg(v.key, case when v.key in (
        select q ->> 'name' from scripts s, jsonb_array_elements(s.parameters) q
        where s.id = ${scriptId} and q ->> 'type' = 'secret') then 'null' else v.value end), '{}')
    from jsonb_each(${program} -> 'env') v)) end`;

/** In lists without the text of a script: a page of 200 could be 100 MB. */
const withoutText = ({ sql }: Database, program: Fragment): Fragment => sql`(${program}) - 'script'`;

/** Alias `c`. */
export const listedConfig = (ctx: Database): Fragment =>
  withoutText(ctx, shownProgram(ctx, ctx.sql`c.config`, ctx.sql`c.script_id`));

/** Whether what it runs has been approved. Alias `c`. */
export const approvalOf = ({ sql }: Database, kind: 'check' | 'remediation'): Fragment => sql`(
  select a.state from standing_approvals a where a.subject_kind = ${kind} and a.subject_id = c.id)`;

/** A check as schema/checks.ts shapes it, from `checks c` and checkJoins. */
export function checkColumns(ctx: Ctx, { texts }: { texts: boolean }): Fragment {
  const { sql } = ctx;
  const config = shownProgram(ctx, sql`c.config`, sql`c.script_id`);
  const remediation = shownProgram(ctx, sql`c.remediation`, sql`c.remediation_script_id`);
  return sql`
  c.id, c.type, c.name, ${texts ? config : withoutText(ctx, config)} as config, c.warn_threshold, c.err_threshold, c.interval_sec, c.failure_count,
  c.recovery_count, c.hysteresis, c.cooldown_sec, c.timeout_sec, c.enabled, c.agent_id, o.hostname as agent_hostname,
  c.policy_id, p.name as policy_name,
  ${texts ? remediation : withoutText(ctx, remediation)} as remediation,
  ${approvalOf(ctx, 'check')} as approval, ${approvalOf(ctx, 'remediation')} as remediation_approval,
  ${checkChangeable(ctx)} as changeable,
  json_build_object('total', r.total, 'ok', n.ok, 'warning', n.warning, 'error', n.error,
    'unknown', greatest(r.total - n.ok - n.warning - n.error, 0)) as devices,
  rfc3339(c.created_at) as created_at, rfc3339(c.updated_at) as updated_at`;
}

/**
 * How many devices it runs on is asked of the assignments, so that it is right at once; what it says there of the instances.
 * `reach` holds the devices of each policy in question (reachOf).
 */
export function checkJoins(ctx: Ctx): Fragment {
  const { sql, scope } = ctx;
  const inScope = scope.unscoped ? sql`` : sql`join devices d on d.id = i.device_id and ${deviceInScope(ctx)}`;
  return sql`
    left join devices o on o.id = c.agent_id
    left join policies p on p.id = c.policy_id
    left join reach on reach.policy_id = c.policy_id
    cross join lateral (select case when not c.enabled then 0 when c.agent_id is not null then 1 else reach.devices end as total) r
    cross join lateral (
      select count(*) filter (where i.status = 'ok')::int as ok, count(*) filter (where i.status = 'warning')::int as warning,
        count(*) filter (where i.status = 'error')::int as error
      from check_instances i ${inScope} where c.enabled and i.check_id = c.id) n`;
}

/** Query of the policies of these checks, each once with its devices: ten checks of a policy do not count them ten times. */
export const reachOf = (ctx: Ctx, checks: Fragment): Fragment => ctx.sql`
  select p.id as policy_id, ${reachedDevices(ctx)} as devices from policies p
  where p.id in (select c.policy_id from checks c where c.id in (${checks}))`;
