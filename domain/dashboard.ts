import type { Dashboard, DashboardQuery } from '../schema/dashboard.ts';
import type { Permission } from '../schema/permissions.ts';
import { openCounts } from './alerts/counts.ts';
import * as auditTrail from './audit-trail.ts';
import type { Ctx } from './context.ts';
import { countWaiting } from './device-operations/list.ts';
import { companyOf, jobColumns, jobJoins } from './jobs/columns.ts';
import { JsonText } from './json-text.ts';
import { countPending } from './oauth/applications/list.ts';
import { deviceInScope, recordInScope } from './scope.ts';
import type { Fragment } from './sql.ts';

const FAILED_WINDOW_HOURS = 24;
const HOUR_MS = 3600_000;
const AWAITING_SHOWN = 5;
const RECENT_SHOWN = 8;

/** Counts over what the caller may see; parts that they may not see are absent. */
export async function read(ctx: Ctx, { companies }: DashboardQuery = {}): Promise<JsonText<Dashboard>> {
  const may = (key: Permission) => ctx.actor.permissions.has(key);
  const decides = may('clients.manage') || may('devices.delete');
  const [counts, alerts, proposals, oauth_apps, recent] = await Promise.all([
    count(ctx, may('devices.view'), may('jobs.view'), companies ?? null),
    may('alerts.view') ? openCounts(ctx) : undefined,
    may('devices.view') || decides ? proposalsPart(ctx) : undefined,
    may('api_tokens.manage') && ctx.scope.unscoped ? pendingPart(ctx) : undefined,
    may('audit.view') && ctx.scope.unscoped ? auditTrail.newest(ctx, RECENT_SHOWN) : undefined,
  ]);
  const found = { ...counts, alerts, proposals, oauth_apps, recent };
  const parts = Object.entries(found).filter(([, json]) => typeof json === 'string');
  return new JsonText(`{${parts.map(([name, json]) => `"${name}":${json}`).join(',')}}`);
}

const pendingPart = async (ctx: Ctx): Promise<string> => JSON.stringify({ pending: await countPending(ctx) });

const proposalsPart = async (ctx: Ctx): Promise<string> => JSON.stringify({ waiting: await countWaiting(ctx) });

interface Counts {
  devices?: string | null;
  companies?: string | null;
  jobs?: string | null;
}

/** One statement: what waits is read once, for its number, its newest and its companies; so are the devices. */
async function count(ctx: Ctx, withDevices: boolean, withJobs: boolean, companies: number | null): Promise<Counts> {
  const { sql } = ctx;
  if (!withDevices && !withJobs) return {};
  const [row] = await sql<Counts[]>`
    with placed as materialized (
      select d.client_id, count(*)::int as total, (count(*) filter (where d.status = 'online'))::int as online
      from devices d where ${withDevices} and ${deviceInScope(ctx)} group by d.client_id
    ), waiting as materialized (
      select r.id, r.created_at, ${companyOf(ctx)} as client_id
      from jobs r left join devices d on d.id = r.agent_id
      where ${withJobs} and r.status = 'awaiting_approval' and ${recordInScope(ctx)}
    ) select ${withDevices ? deviceParts(ctx, withJobs, companies) : sql`null as devices, null as companies`},
      ${withJobs ? jobPart(ctx) : sql`null`} as jobs`;
  return row ?? {};
}

const deviceParts = ({ sql }: Ctx, withJobs: boolean, companies: number | null): Fragment => sql`
  (select json_build_object('total', coalesce(sum(total), 0), 'online', coalesce(sum(online), 0)) from placed)::text as devices,
  (select coalesce(json_agg(row_to_json(x) order by x.total - x.online desc, lower(x.name), x.client_id), '[]') from (
    select p.client_id, c.name, p.total, p.online ${withJobs ? sql`, coalesce(w.awaiting, 0)::int as awaiting` : sql``}
    from placed p
    left join clients c on c.id = p.client_id
    left join (select client_id, count(*) as awaiting from waiting group by client_id) w
      on w.client_id is not distinct from p.client_id
    order by p.total - p.online desc, lower(c.name), p.client_id limit ${companies}
  ) x)::text as companies`;

function jobPart(ctx: Ctx): Fragment {
  const { sql } = ctx;
  return sql`
    (select json_build_object(
      'awaiting', (select count(*) from waiting),
      'failed', (select coalesce(sum(n), 0) from unnest(f.by_hour) n),
      'failed_window', ${FAILED_WINDOW_HOURS}::int,
      'failed_by_hour', f.by_hour,
      'awaiting_items', (
        select coalesce(json_agg(row_to_json(j) order by n.created_at desc, n.id desc), '[]')
        from (select id, created_at from waiting order by created_at desc, id desc limit ${AWAITING_SHOWN}) n
        cross join lateral (select ${jobColumns(ctx)} from jobs r ${jobJoins(ctx)} where r.id = n.id) j)
    ) from (${failedByHour(ctx)}) f)::text`;
}

/** One row: `by_hour`, counted back from now; the last hour is the past 60 minutes. */
function failedByHour(ctx: Ctx): Fragment {
  const { sql } = ctx;
  const now = ctx.now();
  const since = new Date(now.getTime() - FAILED_WINDOW_HOURS * HOUR_MS);
  return sql`
    select array_agg(coalesce(h.failed, 0)::int order by hours_ago desc) as by_hour
    from generate_series(0, ${FAILED_WINDOW_HOURS - 1}::int) hours_ago
    left join (
      -- an agent's clock may be ahead of ours
      select greatest(0, floor(extract(epoch from ${now}::timestamptz - r.finished_at) / 3600))::int as ago, count(*) as failed
      from jobs r left join devices d on d.id = r.agent_id
      where r.status = 'failed' and r.finished_at > ${since} and ${recordInScope(ctx)}
      group by 1
    ) h on h.ago = hours_ago`;
}
