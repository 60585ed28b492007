import type { Approval } from '../schema/approvals.ts';
import type { Ctx } from './context.ts';
import { companyOf } from './jobs/columns.ts';
import { envelope, type JsonText } from './json-text.ts';
import { deviceInScope, recordInScope } from './scope.ts';
import type { Fragment } from './sql.ts';
import { ownerJoin, reached, standingVisible } from './standing-approvals/columns.ts';

const SHOWN = 200;

/**
 * What waits for a person in the caller's scope, a row for each decision, newest first: batches and single jobs, and what
 * is to run without a wait from then on.
 */
export async function list(ctx: Ctx): Promise<JsonText<{ approvals: Approval[]; total: number }>> {
  const { sql } = ctx;
  const [row] = await sql<{ json: string; total: number }[]>`
    with waiting as materialized (
      select coalesce(r.batch_id, r.id) as id, max(r.created_at) as created_at, max(r.id::text)::uuid as job_id,
        count(*)::int as device_count, count(*) filter (where d.status is distinct from 'online')::int as offline_count
      from jobs r left join devices d on d.id = r.agent_id
      where r.status = 'awaiting_approval' and ${recordInScope(ctx)}
      group by coalesce(r.batch_id, r.id)
      union all
      select s.id, s.requested_at, null, null, null
      from standing_approvals s ${ownerJoin(ctx)} where s.state = 'waiting' and ${standingVisible(ctx)}
    )
    select (select count(*) from waiting) as total,
      coalesce(json_agg(a.json order by w.created_at desc, w.id desc), '[]')::text as json
    from (select * from waiting order by created_at desc, id desc limit ${SHOWN}) w
    cross join lateral (${jobsRow(ctx)} union all ${standingRow(ctx)}) a`;
  return envelope('approvals', row?.json ?? '[]', { total: row?.total ?? 0 });
}

const jobsRow = (ctx: Ctx): Fragment => ctx.sql`
  select row_to_json(v) as json from (
    select w.id, 'jobs' as kind, r.batch_id, r.id as job_id, r.description, r.shell, r.source, r.proposed_by, k.risk_hints,
      r.content_sha256, c.id as client_id, c.name as client_name, coalesce(d.hostname, r.agent_hostname) as agent_hostname,
      w.device_count, w.offline_count, ${approvedBefore(ctx, ctx.sql`r`)} as same_as_approved, null as standing,
      rfc3339(w.created_at) as created_at
    from jobs r
    join job_contents k on k.sha256 = r.content_sha256
    left join devices d on d.id = r.agent_id
    left join clients c on c.id = ${companyOf(ctx)}
    where r.id = w.job_id
  ) v`;

const standingRow = (ctx: Ctx): Fragment => ctx.sql`
  select row_to_json(v) as json from (
    select w0.id, 'standing' as kind, null as batch_id, null as job_id, s.subject_name as description, k.shell,
      s.subject_kind as source, s.requested_by as proposed_by, k.risk_hints, s.content_sha256, null as client_id,
      null as client_name, coalesce(o.hostname, '') as agent_hostname, n.device_count, n.offline_count,
      ${approvedBefore(ctx, ctx.sql`s`)} as same_as_approved,
      json_build_object('subject_kind', s.subject_kind, 'subject_id', s.subject_id, 'policy_name', p.name,
        'requested_reason', s.requested_reason) as standing,
      rfc3339(s.requested_at) as created_at
    from (select w.id, w.job_id) w0
    join standing_approvals s on s.id = w0.id ${ownerJoin(ctx)}
    join job_contents k on k.sha256 = s.content_sha256
    left join devices o on o.id = w.agent_id
    left join policies p on p.id = w.policy_id
    cross join lateral (
      select count(*)::int as device_count, count(*) filter (where d.status <> 'online')::int as offline_count
      from devices d where ${reached(ctx)} and ${deviceInScope(ctx)}) n
    where w0.job_id is null
  ) v`;

/** Exactly this has been approved before, for a device that the caller may see. */
const approvedBefore = (ctx: Ctx, content: Fragment) => ctx.sql`(
  select exists (
    select from jobs r left join devices d on d.id = r.agent_id
    where r.content_sha256 = this.content_sha256 and r.approved_by is not null and ${recordInScope(ctx)}
  ) from (select ${content}.content_sha256) this)`;
