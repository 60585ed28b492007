import type { ResultStatus } from '../../schema/check-types.ts';
import type { Ctx } from '../context.ts';
import { plainArray, timeArray } from './arrays.ts';
import type { Definition } from './definitions.ts';
import type { Evaluated, InstanceState, Severity } from './evaluate.ts';

/** What is kept of a check on a device, as it was read; `resets` tells whether somebody has changed it since. */
export interface Instance {
  state: InstanceState;
  status: ResultStatus;
  resets: number;
}

/** Columns of check_instances as `i`; `readInstance` makes an Instance of them. Times as numbers, which cost less to read. */
export const instanceColumns = ({ sql }: Pick<Ctx, 'sql'>) => sql`
  i.failures, i.successes, i.timeouts, i.raised, i.timeout_raised, i.resets, i.status,
  (extract(epoch from i.cooldown_until) * 1000)::float8 as cooldown_until,
  (extract(epoch from i.timeout_cooldown_until) * 1000)::float8 as timeout_cooldown_until`;

export interface InstanceColumns {
  failures: number;
  successes: number;
  timeouts: number;
  raised: Severity | null;
  timeout_raised: boolean;
  resets: number;
  status: ResultStatus;
  cooldown_until: number | null;
  timeout_cooldown_until: number | null;
}

export const readInstance = (row: InstanceColumns): Instance => ({
  state: {
    failures: row.failures,
    successes: row.successes,
    timeouts: row.timeouts,
    raised: row.raised,
    timeoutRaised: row.timeout_raised,
    cooldownUntil: row.cooldown_until,
    timeoutCooldownUntil: row.timeout_cooldown_until,
  },
  status: row.status,
  resets: row.resets,
});

/** An execution that ended, judged: what its instance becomes, and the row of its history. */
export interface Outcome {
  deviceId: string;
  definition: Definition;
  executionId: string;
  before: Instance;
  evaluated: Evaluated;
  /** What the instance shows from now on; a timeout of a device that is away says nothing of it. */
  status: ResultStatus;
  value: number | null;
  output: string | null;
  durationMs: number | null;
  /** `server`: no execution was pending, since the server took the reading itself. */
  kind: 'result' | 'timeout' | 'server';
}

/**
 * Writes state and history of many in one statement. An instance whose execution has ended otherwise since it was read, or
 * whose streaks somebody has reset, is passed over with its history.
 * @returns those that were written
 */
export async function writeOutcomes({ sql, now }: Ctx, outcomes: readonly Outcome[]): Promise<Outcome[]> {
  const sorted = outcomes.toSorted(inLockOrder);
  const states = sorted.map(({ evaluated }) => evaluated.state);
  const at = now();
  const column = <T extends string | number | boolean | null>(value: (outcome: Outcome) => T) =>
    plainArray(sorted.map(value));
  const [answer] = await sql<{ written: number; ids: string[] | null }[]>`
    with r as (
      select * from unnest(
        ${column(({ deviceId }) => deviceId)}::uuid[], ${column(({ definition }) => definition.id)}::uuid[],
        ${column(({ executionId }) => executionId)}::uuid[], ${column(({ kind }) => kind)}::text[],
        ${column(({ before }) => before.resets)}::int[], ${plainArray(states.map(({ failures }) => failures))}::int[],
        ${plainArray(states.map(({ successes }) => successes))}::int[], ${plainArray(states.map(({ timeouts }) => timeouts))}::int[],
        ${plainArray(states.map(({ raised }) => raised))}::text[], ${plainArray(states.map(({ timeoutRaised }) => timeoutRaised))}::bool[],
        ${timeArray(states.map(({ cooldownUntil }) => cooldownUntil))}::timestamptz[],
        ${timeArray(states.map(({ timeoutCooldownUntil }) => timeoutCooldownUntil))}::timestamptz[],
        ${column(({ status }) => status)}::text[], ${column(({ evaluated }) => evaluated.status)}::text[],
        ${column(({ value }) => value)}::float8[], ${sorted.map(({ output }) => output)}::text[],
        ${column(({ durationMs }) => durationMs)}::int[]
      ) r (device_id, check_id, execution_id, kind, resets, failures, successes, timeouts, raised, timeout_raised, cooldown_until,
           timeout_cooldown_until, status, reading, value, output, duration_ms)
    ), updated as (
      update check_instances i set
        failures = r.failures, successes = r.successes, timeouts = r.timeouts, raised = r.raised, timeout_raised = r.timeout_raised,
        cooldown_until = r.cooldown_until, timeout_cooldown_until = r.timeout_cooldown_until, status = r.status,
        execution_id = null, deadline_at = null,
        ended_execution_id = case r.kind when 'result' then r.execution_id else i.ended_execution_id end,
        last_value = case r.kind when 'timeout' then i.last_value else r.value end,
        last_output = case r.kind when 'timeout' then i.last_output else r.output end,
        last_result_at = case r.kind when 'timeout' then i.last_result_at else ${at} end
      from r
      where i.device_id = r.device_id and i.check_id = r.check_id and i.resets = r.resets
        and case r.kind when 'server' then i.execution_id is null else i.execution_id = r.execution_id end
      returning r.device_id, r.check_id, r.execution_id, r.kind, r.reading, r.value, r.output, r.duration_ms
    ), kept as (
      insert into check_results (at, device_id, check_id, execution_id, status, value, output, duration_ms, timed_out)
      select ${at}, device_id, check_id, execution_id, reading, value, output, duration_ms, kind = 'timeout' from updated
    )
    select count(*)::int as written, case when count(*) < ${outcomes.length}::int then array_agg(execution_id) end as ids from updated`;
  if (answer?.written === outcomes.length) return sorted;
  const ids = new Set(answer?.ids ?? []);
  return sorted.filter(({ executionId }) => ids.has(executionId));
}

/** Rows are locked in the order in which domain/check-runs/effective.ts does it. */
function inLockOrder(one: Outcome, other: Outcome): number {
  if (one.deviceId !== other.deviceId) return one.deviceId < other.deviceId ? -1 : 1;
  return one.definition.id < other.definition.id ? -1 : 1;
}
