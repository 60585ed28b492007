import type { z } from 'zod';
import type { HealthQuery, HealthSeries } from '../../schema/health.ts';
import { chartRange } from '../check-runs/chart-range.ts';
import { rolledUntil } from '../check-runs/roll-up.ts';
import type { Ctx } from '../context.ts';
import { notFound, outOfScope } from '../problem.ts';
import { deviceInScope } from '../scope.ts';

const DAY_MS = 86_400_000;

/**
 * How a device was, for charts; without `since` the last 24 hours. Up to 48 hours from the samples, beyond from whole hours.
 * @throws 404 device_not_found, 403 out_of_scope, 400
 */
export async function readHealth(
  ctx: Ctx,
  deviceId: string,
  query: z.output<typeof HealthQuery>,
): Promise<HealthSeries> {
  const { sql } = ctx;
  const [device] = await sql<{ in_scope: boolean }[]>`
    select ${deviceInScope(ctx)} as in_scope from devices d where d.id = ${deviceId}`;
  if (!device) throw notFound('device');
  if (!device.in_scope) throw outOfScope('device');
  const end = query.until === undefined ? ctx.now() : new Date(query.until);
  const begin = query.since === undefined ? new Date(end.getTime() - DAY_MS) : new Date(query.since);
  const { since, until, stepSec, long } = chartRange(begin, end);
  const rolled = long ? await rolledUntil(ctx) : since;
  const border = rolled < since ? since : rolled;
  const hours = long
    ? sql`select hour as at, samples, cpu_percent, memory_percent, disk_percent, received_bytes_per_sec, sent_bytes_per_sec
        from device_health_hours where device_id = ${deviceId} and hour >= ${since} and hour < ${until} and hour < ${border}
        union all`
    : sql``;
  const average = (
    column: 'cpu_percent' | 'memory_percent' | 'disk_percent' | 'received_bytes_per_sec' | 'sent_bytes_per_sec',
  ) =>
    sql`(sum(s.${sql(column)} * s.samples) / nullif(sum(s.samples) filter (where s.${sql(column)} is not null), 0))::float8 as ${sql(column)}`;
  const samples = await sql<HealthSeries['samples']>`
    select rfc3339(date_bin(${stepSec}::int * interval '1 second', s.at, 'epoch'::timestamptz)) as at, ${average('cpu_percent')},
      ${average('memory_percent')}, ${average('disk_percent')}, ${average('received_bytes_per_sec')}, ${average('sent_bytes_per_sec')}
    from (${hours} select at, 1 as samples, cpu_percent, memory_percent, disk_percent, received_bytes_per_sec, sent_bytes_per_sec
      from device_health where device_id = ${deviceId} and at >= ${border} and at < ${until}) s
    group by 1 order by 1`;
  return { step_sec: stepSec, samples };
}
