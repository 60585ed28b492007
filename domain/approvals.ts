import type { Approval } from '../schema/approvals.ts';
import type { Ctx } from './context.ts';
import { companyOf } from './jobs/columns.ts';
import { envelope, type JsonText } from './json-text.ts';
import { recordInScope } from './scope.ts';

const SHOWN = 200;

/** What waits for a person in the caller's scope, a row for each decision, newest first: batches and single jobs. */
export async function list(ctx: Ctx): Promise<JsonText<{ approvals: Approval[]; total: number }>> {
  const { sql } = ctx;
  const [row] = await sql<{ json: string; total: number }[]>`
    with waiting as materialized (
      select coalesce(r.batch_id, r.id) as id, max(r.created_at) as created_at, max(r.id::text)::uuid as job_id,
        count(*)::int as device_count, count(*) filter (where d.status is distinct from 'online')::int as offline_count
      from jobs r left join devices d on d.id = r.agent_id
      where r.status = 'awaiting_approval' and ${recordInScope(ctx)}
      group by coalesce(r.batch_id, r.id)
    )
    select (select count(*) from waiting) as total,
      coalesce(json_agg(row_to_json(a) order by w.created_at desc, w.id desc), '[]')::text as json
    from (select * from waiting order by created_at desc, id desc limit ${SHOWN}) w
    cross join lateral (
      select w.id, r.batch_id, r.id as job_id, r.description, r.shell, r.source, r.proposed_by, k.risk_hints,
        r.content_sha256, c.id as client_id, c.name as client_name, coalesce(d.hostname, r.agent_hostname) as agent_hostname,
        w.device_count, w.offline_count, ${approvedBefore(ctx)} as same_as_approved, rfc3339(w.created_at) as created_at
      from jobs r
      join job_contents k on k.sha256 = r.content_sha256
      left join devices d on d.id = r.agent_id
      left join clients c on c.id = ${companyOf(ctx)}
      where r.id = w.job_id
    ) a`;
  return envelope('approvals', row?.json ?? '[]', { total: row?.total ?? 0 });
}

/** Exactly this has been approved before, for a device that the caller may see. */
const approvedBefore = (ctx: Ctx) => ctx.sql`(
  select exists (
    select from jobs r left join devices d on d.id = r.agent_id
    where r.content_sha256 = this.content_sha256 and r.approved_by is not null and ${recordInScope(ctx)}
  ) from (select r.content_sha256) this)`;
