import type { JobActor, JobSource } from '../../schema/jobs.ts';
import type { Ctx } from '../context.ts';
import { type JobContent, keepContent } from './content.ts';
import { noteProposed, type Singles } from './note-proposed.ts';
import { nextStatus } from './transitions.ts';

export interface NewJobs extends JobContent {
  deviceIds: string[];
  description: string;
  timeout_sec: number;
  source: JobSource;
  proposedBy: JobActor;
  /** One batch for each company, or single jobs. */
  batched: boolean;
  /** Goes out without a proposal. */
  unapproved: boolean;
  /** What caused it, for the record and for whoever looks from there. */
  cause?: JobCause;
}

export interface JobCause {
  script_id?: string | null;
  task_id?: string | null;
  check_id?: string | null;
  /** By device. */
  alert_ids?: ReadonlyMap<string, string>;
  /** The standing approval by which it goes out, and who gave it. */
  standing?: { id: string; approver: JobActor } | null;
}

/** The jobs of one company that were inserted together. */
export interface Inserted {
  client_id: string | null;
  client_name: string | null;
  batch_id: string | null;
  /** One of them. */
  job_id: string;
  count: number;
}

/** Inserts a job for each device, with the name and place it has now, in one statement. By name of the company. */
export async function insertJobs(ctx: Ctx, jobs: NewJobs): Promise<Inserted[]> {
  const { sql } = ctx;
  const sha256 = await keepContent(ctx, jobs);
  const now = ctx.now();
  const status = nextStatus(null, jobs.unapproved ? 'dispatch' : 'propose') ?? null;
  const { cause = {} } = jobs;
  const alerts = cause.alert_ids ?? new Map<string, string>();
  const made = await sql<(Inserted & Singles)[]>`
    with targets as materialized (
      select d.id, d.hostname, d.client_id, d.site_id, d.group_id, uuidv7() as fresh_id
      from devices d where d.id = any(${jobs.deviceIds}::uuid[])
    ), made as (
      insert into jobs (agent_id, agent_hostname, client_id, site_id, group_id, batch_id, shell, content_sha256, description,
        require_approval, timeout_sec, source, status, proposed_by, created_at, decided_at,
        script_id, task_id, check_id, alert_id, standing_approval_id, approved_by)
      select t.id, t.hostname, t.client_id, t.site_id, t.group_id,
        case when ${jobs.batched} then first_value(t.fresh_id) over (partition by t.client_id order by t.id) end,
        ${jobs.shell}, ${sha256}, ${jobs.description}, ${!jobs.unapproved}, ${jobs.timeout_sec}, ${jobs.source}, ${status},
        ${sql.json(jobs.proposedBy)}, ${now}, case when ${jobs.unapproved} then ${now}::timestamptz end,
        ${cause.script_id ?? null}::uuid, ${cause.task_id ?? null}::uuid, ${cause.check_id ?? null}::uuid, al.alert_id,
        ${cause.standing?.id ?? null}::uuid, ${cause.standing ? sql.json(cause.standing.approver) : null}::jsonb
      from targets t
      left join unnest(${[...alerts.keys()]}::uuid[], ${[...alerts.values()]}::uuid[]) as al (agent_id, alert_id) on al.agent_id = t.id
      returning id, agent_id, client_id, batch_id
    )
    select m.client_id, c.name as client_name, m.batch_id, min(m.id::text) as job_id, count(*)::int as count,
      array_agg(m.id) filter (where m.batch_id is null) as job_ids, array_agg(m.agent_id) filter (where m.batch_id is null) as agent_ids
    from made m left join clients c on c.id = m.client_id
    group by m.client_id, c.name, m.batch_id
    order by lower(c.name), m.batch_id`;
  if (!jobs.unapproved) await noteProposed(ctx, jobs, made);
  return made.map(({ job_ids: _, agent_ids: __, ...rest }) => rest);
}
