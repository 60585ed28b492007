import type { Ctx } from '../context.ts';
import type { Fragment } from '../sql.ts';
import { taskChangeable } from './access.ts';

/** Variables as they may be shown: values of the library script's secret parameters are null. Aliases as in taskColumns. */
const shownEnv = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`
  case when t.script_id is null then t.env else (
    select coalesce(jsonb_object_agg(v.key, case when v.key in (
        select q ->> 'name' from jsonb_array_elements(l.parameters) q where q ->> 'type' = 'secret')
      then 'null' else v.value end), '{}')
    from jsonb_each(t.env) v) end`;

/**
 * A task as schema/tasks.ts shapes it in lists, from `tasks t` and taskJoins, without the text of its script: a page of a
 * thousand could be 256 MB. `lastRunAt` where it is another than the task's own.
 */
export const taskColumns = (ctx: Ctx, lastRunAt: Fragment = ctx.sql`t.last_run_at`): Fragment => ctx.sql`
  t.id, t.name, t.description, t.script_id, l.name as script_name, coalesce(t.shell, l.shell) as shell, t.args,
  ${shownEnv(ctx)} as env, t.timeout_sec, t.schedule_kind, t.interval_sec, t.run_at_minute, t.days_of_week, t.run_at_minutes,
  rfc3339(t.run_at) as run_at, t.timezone, t.run_missed, t.enabled, t.agent_id, o.hostname as agent_hostname,
  t.policy_id, p.name as policy_name, a.state as approval, a.id as approval_id, ${taskChangeable(ctx)} as changeable,
  rfc3339(t.next_run_at) as next_run_at, rfc3339(${lastRunAt}) as last_run_at,
  rfc3339(t.created_at) as created_at, rfc3339(t.updated_at) as updated_at`;

export const taskJoins = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`
  left join devices o on o.id = t.agent_id
  left join policies p on p.id = t.policy_id
  left join scripts l on l.id = t.script_id
  left join standing_approvals a on a.subject_kind = 'task' and a.subject_id = t.id`;
