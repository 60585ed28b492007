import type { Ctx } from '../context.ts';
import type { Fragment } from '../sql.ts';

/** The company of a job under `jobs r` and `devices d`: where the device is while it lives, its last one afterwards. */
export const companyOf = ({ sql }: Pick<Ctx, 'sql'>): Fragment =>
  sql`case when d.id is null then r.client_id else d.client_id end`;

/** What jobColumns reads beside `jobs r`. */
export const jobJoins = (ctx: Pick<Ctx, 'sql'>): Fragment => ctx.sql`
  join job_contents k on k.sha256 = r.content_sha256
  left join devices d on d.id = r.agent_id
  left join clients c on c.id = ${companyOf(ctx)}`;

/** A job as schema/jobs.ts shapes it in a list, without script and output. */
export const jobColumns = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`
  r.id, r.agent_id, coalesce(d.hostname, r.agent_hostname) as agent_hostname, c.id as client_id, c.name as client_name,
  r.shell, r.description, r.require_approval, r.status, r.exit_code, r.output_truncated, r.timeout_sec,
  r.batch_id, r.script_id, r.task_id, r.source, r.proposed_by, r.approved_by, r.rejected_by, r.decision_reason,
  k.risk_hints, r.content_sha256, rfc3339(r.created_at) as created_at, rfc3339(r.decided_at) as decided_at,
  rfc3339(r.sent_at) as sent_at, rfc3339(r.started_at) as started_at, rfc3339(r.finished_at) as finished_at, r.error`;
