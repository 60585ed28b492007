import type { Ctx } from '../context.ts';
import { plainArray } from './arrays.ts';
import type { Definitions } from './definitions.ts';
import { evaluateTimeout } from './evaluate.ts';
import { type InstanceColumns, instanceColumns, type Outcome, readInstance } from './instances.ts';
import { type Alarm, settle } from './settle.ts';

/** An execution whose deadline has passed by a monotonic clock. */
export interface Expired {
  deviceId: string;
  checkId: string;
  /** As it was written with the execution, in ms since 1970: tells it from a later one of the same check. */
  deadlineAt: number;
  /** The device is connected: its agent had the time and did not answer. */
  online: boolean;
}

/**
 * Ends executions without a result. Of a device that is away nothing is concluded; one that is connected and did not answer
 * has timed out once more. @returns how many of them were pending still
 */
export async function expire(
  ctx: Ctx,
  definitions: Definitions,
  expired: readonly Expired[],
  alarm: Alarm,
): Promise<number> {
  const rows = await ctx.sql<(InstanceColumns & { n: number; execution_id: string; revision: number })[]>`
    select (r.n - 1)::int as n, i.execution_id, c.revision, ${instanceColumns(ctx)}
    from unnest(${plainArray(expired.map(({ deviceId }) => deviceId))}::uuid[], ${plainArray(expired.map(({ checkId }) => checkId))}::uuid[],
        ${expired.map(({ deadlineAt }) => new Date(deadlineAt).toISOString())}::timestamptz[]) with ordinality r (device_id, check_id, deadline_at, n)
      join check_instances i on i.device_id = r.device_id and i.check_id = r.check_id and i.deadline_at = r.deadline_at
      join checks c on c.id = r.check_id`;
  const known = await definitions.get(
    ctx,
    rows.map(({ n, revision }) => ({ id: expired[n]?.checkId ?? '', revision })),
  );
  const now = ctx.now().getTime();
  const outcomes = rows.flatMap(({ n, execution_id: executionId, ...row }): Outcome[] => {
    const one = expired[n];
    const definition = one && known.get(one.checkId);
    if (!one || !definition) return [];
    const before = readInstance(row);
    const none = { value: null, output: null, durationMs: null };
    const evaluated = one.online ? evaluateTimeout(definition, before.state, now) : unchanged(before.state);
    const status = one.online ? 'unknown' : before.status;
    return [{ deviceId: one.deviceId, definition, executionId, before, evaluated, status, ...none, kind: 'timeout' }];
  });
  return (await settle(ctx, outcomes, alarm)).length;
}

const unchanged = (state: Outcome['before']['state']): Outcome['evaluated'] => ({
  ...{ state, status: 'unknown', threshold: null, decision: 'none', timeoutDecision: 'none' },
});

/** An execution that a former run of the server left pending. */
export interface Left {
  deviceId: string;
  checkId: string;
  executionId: string;
  deadlineAt: number;
  /** Until its deadline, at most its whole time: the clock may have been set meanwhile. Below zero: it has passed. */
  remainingMs: number;
}

const PAGE = 1000;

/**
 * Those whose deadline has passed at least so long ago (below zero: all of them), page by page. No index holds what changes
 * with each result, so this reads the whole table: once after a start, and now and then for what a lost answer left behind.
 */
export async function* leftPending({ sql, now }: Ctx, overdueSec: number): AsyncGenerator<Left[]> {
  let after: { device_id: string; check_id: string } | undefined;
  for (;;) {
    const at = now();
    const rows = await sql<
      { device_id: string; check_id: string; execution_id: string; deadline: number; remaining_ms: number }[]
    >`
      select i.device_id, i.check_id, i.execution_id, (extract(epoch from i.deadline_at) * 1000)::float8 as deadline,
        (least(extract(epoch from i.deadline_at - ${at}::timestamptz), coalesce(c.timeout_sec, 0)) * 1000)::float8 as remaining_ms
      from check_instances i left join checks c on c.id = i.check_id
      where i.execution_id is not null and i.deadline_at < ${at}::timestamptz - ${overdueSec}::int * interval '1 second'
        ${after ? sql`and (i.device_id, i.check_id) > (${after.device_id}::uuid, ${after.check_id}::uuid)` : sql``}
      order by i.device_id, i.check_id limit ${PAGE}`;
    if (rows.length > 0)
      yield rows.map((row) => ({
        deviceId: row.device_id,
        checkId: row.check_id,
        executionId: row.execution_id,
        deadlineAt: row.deadline,
        remainingMs: row.remaining_ms,
      }));
    if (rows.length < PAGE) return;
    after = rows.at(-1);
  }
}
