import type { Ctx } from '../context.ts';
import type { Definitions } from './definitions.ts';
import { evaluate, judge } from './evaluate.ts';
import { newExecutionIds } from './execution-ids.ts';
import { type InstanceColumns, instanceColumns, type Outcome, readInstance } from './instances.ts';
import { type Alarm, settle } from './settle.ts';

const BATCH = 500;

interface Row extends InstanceColumns {
  device_id: string;
  check_id: string;
  revision: number;
  online: boolean;
  away_sec: number;
}

/**
 * Takes the readings of checks of the type `offline` that are due: seconds since a device was last seen, at most
 * `sinceGraceSec`, the time since five minutes after the server's start, which a monotonic clock tells, so that a restart
 * or a clock that is set is no storm of mail (CONTRACT.md, Monitoring). A connected device is away for 0 s.
 * @returns how many were taken
 */
export async function takeOfflineReadings(
  ctx: Ctx,
  definitions: Definitions,
  sinceGraceSec: number,
  alarm: Alarm,
): Promise<number> {
  let taken = 0;
  for (let batch = await readDue(ctx); batch.length > 0; batch = await readDue(ctx)) {
    const outcomes = await judgeAll(ctx, definitions, batch, Math.max(0, sinceGraceSec));
    const written = await settle(ctx, outcomes, alarm);
    taken += written.length;
    // Fewer than were asked: somebody changed them under the hand, and the next round has them.
    if (batch.length < BATCH || written.length < batch.length) break;
  }
  return taken;
}

/** A last reading that lies ahead was taken before the clock was set back. */
function readDue(ctx: Ctx): Promise<Row[]> {
  const { sql } = ctx;
  const now = ctx.now();
  return sql<Row[]>`
    select i.device_id, i.check_id, c.revision, d.status = 'online' as online, ${instanceColumns(ctx)},
      greatest(0, extract(epoch from ${now}::timestamptz - coalesce(d.last_seen_at, d.enrolled_at)))::float8 as away_sec
    from checks c join check_instances i on i.check_id = c.id join devices d on d.id = i.device_id
    where c.type = 'offline' and c.enabled and (i.last_result_at is null
      or i.last_result_at <= ${now}::timestamptz - c.interval_sec * interval '1 second'
      or i.last_result_at > ${now}::timestamptz + interval '1 minute')
    limit ${BATCH}`;
}

async function judgeAll(ctx: Ctx, definitions: Definitions, rows: Row[], sinceGraceSec: number): Promise<Outcome[]> {
  const known = await definitions.get(
    ctx,
    rows.map(({ check_id: id, revision }) => ({ id, revision })),
  );
  const now = ctx.now().getTime();
  const ids = newExecutionIds(ctx, rows.length);
  return rows.flatMap((row, n): Outcome[] => {
    const definition = known.get(row.check_id);
    if (!definition) return [];
    const value = row.online ? 0 : Math.round(Math.min(row.away_sec, sinceGraceSec));
    const before = readInstance(row);
    const reading = { verdict: 'ok' as const, value };
    // While the grace hides how long a device has been away, a condition from before the start neither ends nor begins anew.
    const hidden = !row.online && row.away_sec > sinceGraceSec && before.state.raised !== null;
    const unsure = hidden && judge(definition, reading).status === 'ok';
    const evaluated = evaluate(definition, before.state, unsure ? { verdict: 'unknown', value: null } : reading, now);
    const status = unsure ? before.status : evaluated.status;
    const output = row.online ? 'online' : `offline for ${value} s`;
    const outcome = { deviceId: row.device_id, definition, executionId: ids[n] ?? '', before, evaluated, status };
    return [{ ...outcome, value, output, durationMs: null, kind: 'server' }];
  });
}
