import type { z } from 'zod';
import type { CheckResult } from '../../schema/agent-checks.ts';
import type { Ctx } from '../context.ts';
import { plainArray } from './arrays.ts';
import type { Definitions } from './definitions.ts';
import { evaluate } from './evaluate.ts';
import { type InstanceColumns, instanceColumns, type Outcome, readInstance } from './instances.ts';
import { endedBefore, keepLate } from './late.ts';
import { type Alarm, settle } from './settle.ts';

/** A frame and the device whose socket it came over. */
export interface Received {
  deviceId: string;
  frame: z.infer<typeof CheckResult>;
}

/**
 * What became of a result. `repeat`: it was there already, when an acknowledgement was lost. `refused`: nothing of the kind
 * is or was pending on this device, so that no agent speaks for another one (ATTACKS.md 25).
 */
export type Recorded = 'recorded' | 'late' | 'repeat' | 'refused';

/** Somebody else changed an instance between its reading and its writing; each further time is less likely. */
const ATTEMPTS = 5;

/** Writes results: state, history and what they mean for alerts. In the order asked. Idempotent by the execution id. */
export async function recordResults(
  ctx: Ctx,
  definitions: Definitions,
  results: readonly Received[],
  alarm: Alarm,
): Promise<Recorded[]> {
  const answers = new Map<string, Recorded>();
  let open = [...new Map(results.map((result) => [keyOf(result), result])).values()];
  for (let attempt = 0; open.length > 0 && attempt < ATTEMPTS; attempt++) {
    const judged = await judge(ctx, definitions, open);
    for (const { deviceId, executionId } of await settle(ctx, judged.outcomes, alarm))
      answers.set(`${deviceId} ${executionId}`, 'recorded');
    for (const result of judged.repeats) answers.set(keyOf(result), 'repeat');
    for (const [key, recorded] of await recordEnded(ctx, definitions, judged.ended)) answers.set(key, recorded);
    open = open.filter((result) => !answers.has(keyOf(result)));
  }
  if (open.length > 0) throw new Error(`${open.length} results changed under the hand each time`);
  const seen = new Set<string>();
  return results.map((result) => {
    const key = keyOf(result);
    const answer = seen.has(key) ? 'repeat' : (answers.get(key) ?? 'refused');
    seen.add(key);
    return answer === 'repeat' && answers.get(key) === 'refused' ? 'refused' : answer;
  });
}

const keyOf = ({ deviceId, frame }: Received): string => `${deviceId} ${frame.execution_id}`;

interface Row extends InstanceColumns {
  n: number;
  pending: boolean;
  repeat: boolean;
  revision: number;
}

interface Judged {
  outcomes: Outcome[];
  repeats: Received[];
  /** Not pending, if they ever were. */
  ended: Received[];
}

async function judge(ctx: Ctx, definitions: Definitions, results: readonly Received[]): Promise<Judged> {
  const { sql } = ctx;
  const rows = await sql<Row[]>`
    select (r.n - 1)::int as n, i.execution_id is not distinct from r.execution_id as pending,
      i.ended_execution_id is not distinct from r.execution_id as repeat, c.revision, ${instanceColumns(ctx)}
    from unnest(${plainArray(results.map(({ deviceId }) => deviceId))}::uuid[],
        ${plainArray(results.map(({ frame }) => frame.check_id))}::uuid[],
        ${plainArray(results.map(({ frame }) => frame.execution_id))}::uuid[]) with ordinality r (device_id, check_id, execution_id, n)
      join check_instances i on i.device_id = r.device_id and i.check_id = r.check_id
      join checks c on c.id = r.check_id`;
  const known = await definitions.get(
    ctx,
    rows.map(({ n, revision }) => ({ id: results[n]?.frame.check_id ?? '', revision })),
  );
  const now = ctx.now().getTime();
  const judged: Judged = { outcomes: [], repeats: [], ended: [] };
  const byIndex = new Map(rows.map((row) => [row.n, row]));
  for (const [n, result] of results.entries()) {
    const row = byIndex.get(n);
    const definition = known.get(result.frame.check_id);
    if (row?.pending && definition) judged.outcomes.push(toOutcome(result, row, definition, now));
    else if (row?.repeat) judged.repeats.push(result);
    else judged.ended.push(result);
  }
  return judged;
}

function toOutcome({ deviceId, frame }: Received, row: Row, definition: Outcome['definition'], now: number): Outcome {
  const before = readInstance(row);
  const evaluated = evaluate(definition, before.state, frame, now);
  const { execution_id: executionId, value, output, duration_ms: durationMs } = frame;
  return {
    deviceId,
    definition,
    executionId,
    before,
    evaluated,
    status: evaluated.status,
    value,
    output,
    durationMs,
    kind: 'result',
  };
}

/** After its deadline a result is kept as late and changes no streak; what never was pending here is refused. */
async function recordEnded(
  ctx: Ctx,
  definitions: Definitions,
  results: readonly Received[],
): Promise<Map<string, Recorded>> {
  if (results.length === 0) return new Map();
  const ended = await endedBefore(ctx, results);
  const late = results.filter((_, n) => ended[n] === 'timed_out');
  await keepLate(ctx, definitions, late);
  const answers = { timed_out: 'late', late: 'repeat', unknown: 'refused' } as const;
  return new Map(results.map((result, n) => [keyOf(result), answers[ended[n] ?? 'unknown']]));
}
