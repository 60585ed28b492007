import type { z } from 'zod';
import type { Dashboard } from '../schema/dashboard.ts';
import type { Permission } from '../schema/permissions.ts';
import * as auditTrail from './audit-trail.ts';
import type { Ctx } from './context.ts';
import { companyOf, jobColumns, jobJoins } from './jobs/columns.ts';
import { JsonText } from './json-text.ts';
import { deviceInScope, recordInScope } from './scope.ts';
import type { Fragment } from './sql.ts';

const FAILED_WINDOW_HOURS = 24;
const AWAITING_SHOWN = 5;
const RECENT_SHOWN = 8;

/** Counts over what the caller may see; parts that they may not see are absent. Alerts and proposals join with their nouns. */
export async function read(ctx: Ctx): Promise<JsonText<z.infer<typeof Dashboard>>> {
  const may = (key: Permission) => ctx.actor.permissions.has(key);
  const parts = await Promise.all([
    may('devices.view') ? devices(ctx, may('jobs.view')) : undefined,
    may('jobs.view') ? jobs(ctx) : undefined,
    may('audit.view') && ctx.scope.unscoped ? recent(ctx) : undefined,
  ]);
  return new JsonText(`{${parts.filter((part) => part !== undefined).join(',')}}`);
}

/** One pass over the devices for totals and companies. */
async function devices(ctx: Ctx, withJobs: boolean): Promise<string> {
  const { sql } = ctx;
  const [row] = await sql<{ devices: string; companies: string }[]>`
    with placed as materialized (
      select d.client_id, count(*)::int as total, (count(*) filter (where d.status = 'online'))::int as online
      from devices d where ${deviceInScope(ctx)} group by d.client_id
    ), waiting as materialized (${withJobs ? awaitingByCompany(ctx) : sql`select null::uuid as client_id, 0 as awaiting where false`})
    select
      (select json_build_object('total', coalesce(sum(total), 0), 'online', coalesce(sum(online), 0)) from placed)::text as devices,
      (select coalesce(json_agg(row_to_json(x) order by x.total - x.online desc, lower(x.name), x.client_id), '[]') from (
        select p.client_id, c.name, p.total, p.online
          ${withJobs ? sql`, coalesce(w.awaiting, 0) as awaiting` : sql``}
        from placed p
        left join clients c on c.id = p.client_id
        left join waiting w on w.client_id is not distinct from p.client_id
      ) x)::text as companies`;
  return `"devices":${row?.devices},"companies":${row?.companies}`;
}

const awaitingByCompany = (ctx: Ctx): Fragment => ctx.sql`
  select ${companyOf(ctx)} as client_id, count(*)::int as awaiting
  from jobs r left join devices d on d.id = r.agent_id
  where r.status = 'awaiting_approval' and ${recordInScope(ctx)}
  group by 1`;

async function jobs(ctx: Ctx): Promise<string> {
  const { sql } = ctx;
  const now = ctx.now();
  const [row] = await sql<{ json: string }[]>`
    with failed as materialized (
      select floor(extract(epoch from ${now}::timestamptz - r.finished_at) / 3600)::int as hours_ago, count(*)::int as failed
      from jobs r left join devices d on d.id = r.agent_id
      where r.status = 'failed' and r.finished_at > ${now}::timestamptz - make_interval(hours => ${FAILED_WINDOW_HOURS}::int)
        and ${recordInScope(ctx)}
      group by 1
    ), newest as materialized (
      select r.id, r.created_at from jobs r left join devices d on d.id = r.agent_id
      where r.status = 'awaiting_approval' and ${recordInScope(ctx)}
      order by r.created_at desc, r.id desc limit ${AWAITING_SHOWN}
    )
    select json_build_object(
      'awaiting', (select count(*) from jobs r left join devices d on d.id = r.agent_id
                   where r.status = 'awaiting_approval' and ${recordInScope(ctx)}),
      'failed', (select coalesce(sum(failed), 0) from failed),
      'failed_window', ${FAILED_WINDOW_HOURS}::int,
      'failed_by_hour', (select json_agg(coalesce(f.failed, 0) order by h desc)
                         from generate_series(0, ${FAILED_WINDOW_HOURS - 1}::int) h left join failed f on greatest(f.hours_ago, 0) = h),
      'awaiting_items', (select coalesce(json_agg(row_to_json(j) order by n.created_at desc, n.id desc), '[]')
                         from newest n cross join lateral (
                           select ${jobColumns(ctx)} from jobs r ${jobJoins(ctx)} where r.id = n.id) j)
    )::text as json`;
  return `"jobs":${row?.json}`;
}

const recent = async (ctx: Ctx): Promise<string> => `"recent":${await auditTrail.newest(ctx, RECENT_SHOWN)}`;
