import type { z } from 'zod';
import type { ResultPoint, ResultSeries } from '../../schema/checks.ts';
import { requireVisible } from '../checks/access.ts';
import type { Ctx } from '../context.ts';
import { deviceInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';
import { type ChartRange, chartRange } from './chart-range.ts';
import { rolledUntil } from './roll-up.ts';

interface Wanted {
  agent_id: string;
  since: string;
  until?: string | undefined;
  points?: number;
}

/**
 * A check on one device over time, for charts: empty for a device out of scope. Results that came late are left out: what
 * they answered has been counted as unknown. @throws 404 check_not_found, 403 out_of_scope, 400
 */
export async function readSeries(ctx: Ctx, checkId: string, wanted: Wanted): Promise<z.infer<typeof ResultSeries>> {
  await requireVisible(ctx, checkId);
  const range = chartRange(
    new Date(wanted.since),
    wanted.until === undefined ? ctx.now() : new Date(wanted.until),
    wanted.points,
  );
  const points = range.long
    ? await longPoints(ctx, checkId, wanted.agent_id, range)
    : await rawPoints(ctx, checkId, wanted.agent_id, range);
  return { step_sec: range.stepSec, points };
}

type Point = z.infer<typeof ResultPoint>;

const rawRows = ({ sql }: Ctx, checkId: string, agentId: string, since: Date, until: Date) => sql`
  select r.at, 1 as samples, r.value as average, r.value as minimum, r.value as maximum, (r.status = 'warning')::int as warnings,
    (r.status = 'error')::int as errors, (r.status = 'unknown')::int as unknowns
  from check_results r
  where r.check_id = ${checkId} and r.device_id = ${agentId} and r.at >= ${since} and r.at < ${until} and not r.late`;

function rawPoints(ctx: Ctx, checkId: string, agentId: string, range: ChartRange): Promise<Point[]> {
  return points(ctx, agentId, range, rawRows(ctx, checkId, agentId, range.since, range.until));
}

/** Whole hours from the roll-up; what has come since the last of them from the readings. */
async function longPoints(ctx: Ctx, checkId: string, agentId: string, range: ChartRange): Promise<Point[]> {
  const { sql } = ctx;
  const { since, until } = range;
  const rolled = await rolledUntil(ctx);
  const border = rolled < since ? since : rolled;
  return points(
    ctx,
    agentId,
    range,
    sql`
      select h.hour as at, h.samples, h.average, h.minimum, h.maximum, h.warnings, h.errors, h.unknowns from check_result_hours h
      where h.check_id = ${checkId} and h.device_id = ${agentId} and h.hour >= ${since} and h.hour < ${until} and h.hour < ${border}
      union all ${rawRows(ctx, checkId, agentId, border, until)}`,
  );
}

/** Rows into points. An average of averages weighs each hour by its readings. */
async function points(ctx: Ctx, agentId: string, { stepSec }: ChartRange, rows: Fragment): Promise<Point[]> {
  const { sql } = ctx;
  return sql<Point[]>`
    select rfc3339(date_bin(${stepSec}::int * interval '1 second', r.at, 'epoch'::timestamptz)) as at, sum(r.samples)::int as samples,
      sum(r.average * greatest(r.samples - r.unknowns, 1)) / nullif(sum(greatest(r.samples - r.unknowns, 1)) filter (where r.average is not null), 0) as average,
      min(r.minimum) as minimum, max(r.maximum) as maximum, sum(r.warnings)::int as warnings, sum(r.errors)::int as errors,
      sum(r.unknowns)::int as unknowns
    from (${rows}) r
    where exists (select 1 from devices d where d.id = ${agentId} and ${deviceInScope(ctx)})
    group by 1 order by 1`;
}
