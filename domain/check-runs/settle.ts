import { measures } from '../../schema/check-types.ts';
import type { Clearing, Observation } from '../alerts/observation.ts';
import { clearConditions, observe } from '../alerts/observe.ts';
import { changed } from '../changed.ts';
import { type Ctx, transaction } from '../context.ts';
import { type Outcome, writeOutcomes } from './instances.ts';

/** What of the server's life this room is told: counters that SPEC.md names. */
export interface Alarm {
  /** The alerts of these outcomes could not be written; the history was. */
  alertsFailed: (error: unknown, outcomes: number) => void;
}

/**
 * Writes outcomes, and in the same transaction what they mean for alerts. Most batches decide nothing and are one statement.
 * When the alerts cannot be written, for another reason than that the database is away, state and history are kept without
 * them: what is raised stays as it was, so that the next reading decides again.
 * @returns those that were written; the others changed meanwhile and have to be read again
 */
export async function settle(ctx: Ctx, outcomes: readonly Outcome[], alarm: Alarm): Promise<Outcome[]> {
  if (outcomes.length === 0) return [];
  const written = outcomes.some(decides)
    ? await writeWithAlerts(ctx, outcomes, alarm)
    : await writeOutcomes(ctx, outcomes);
  hint(ctx, written);
  return written;
}

const decides = ({ evaluated }: Outcome): boolean =>
  evaluated.decision !== 'none' || evaluated.timeoutDecision !== 'none';

async function writeWithAlerts(ctx: Ctx, outcomes: readonly Outcome[], alarm: Alarm): Promise<Outcome[]> {
  class AlertsFailed extends Error {}
  try {
    return await transaction(ctx, async (inside) => {
      const written = await writeOutcomes(inside, outcomes);
      try {
        await tellAlerts(inside, written);
      } catch (cause) {
        throw isForTheBatcher(cause) ? cause : new AlertsFailed('alerts', { cause });
      }
      return written;
    });
  } catch (error) {
    if (!(error instanceof AlertsFailed)) throw error;
    alarm.alertsFailed(error.cause, outcomes.filter(decides).length);
    return writeOutcomes(ctx, outcomes.map(withoutDecision));
  }
}

/** Connection, resources, operator intervention and deadlocks pass; the batch is tried again as a whole (realtime/batcher.ts). */
const isForTheBatcher = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^(08|53|57|40)|^(ECONN|EPIPE|ENOENT|CONNECT|ETIMEDOUT)/.test(error.code);

function withoutDecision(outcome: Outcome): Outcome {
  const { raised, timeoutRaised, cooldownUntil, timeoutCooldownUntil } = outcome.before.state;
  const state = { ...outcome.evaluated.state, raised, timeoutRaised, cooldownUntil, timeoutCooldownUntil };
  return { ...outcome, evaluated: { ...outcome.evaluated, state, decision: 'none', timeoutDecision: 'none' } };
}

async function tellAlerts(ctx: Ctx, outcomes: readonly Outcome[]): Promise<void> {
  const at = ctx.now();
  const observations = outcomes.flatMap((outcome) => observationsOf(outcome, at));
  const clearings = outcomes.flatMap((outcome) => clearingsOf(outcome, at));
  if (observations.length > 0) await observe(ctx, observations);
  if (clearings.length > 0) await clearConditions(ctx, clearings);
}

function observationsOf(
  { deviceId, definition, executionId, evaluated, value, output }: Outcome,
  at: Date,
): Observation[] {
  const base = { sourceId: definition.id, agentId: deviceId, title: definition.name, key: executionId, at };
  const told: Observation[] = [];
  const { decision, timeoutDecision, state, threshold } = evaluated;
  if (decision !== 'none' && decision !== 'clear' && state.raised)
    told.push({
      ...base,
      kind: 'check',
      conditionKey: `check:${definition.id}:${deviceId}`,
      severity: state.raised,
      message: output || describe(definition.type, value),
      observedValue: value,
      thresholdValue: threshold,
    });
  if (timeoutDecision === 'raise' || timeoutDecision === 'repeat')
    told.push({
      ...base,
      kind: 'check_timeout',
      conditionKey: `check_timeout:${definition.id}:${deviceId}`,
      severity: 'warning',
      message: `No result within ${definition.timeout_sec} s, ${state.timeouts} times in a row`,
      observedValue: null,
      thresholdValue: null,
    });
  return told;
}

function clearingsOf({ deviceId, definition, evaluated, value }: Outcome, at: Date): Clearing[] {
  const { decision, timeoutDecision } = evaluated;
  const clearing = (kind: string): Clearing => ({
    ...{ conditionKey: `${kind}:${definition.id}:${deviceId}`, resolution: 'cleared', at },
    observedValue: kind === 'check' ? value : null,
  });
  return [
    ...(decision === 'clear' ? [clearing('check')] : []),
    ...(timeoutDecision === 'clear' ? [clearing('check_timeout')] : []),
  ];
}

/** For a reading without words of its own. */
const describe = (type: keyof typeof measures, value: number | null): string =>
  value === null ? type : `${type}: ${value} ${measures[type]?.unit ?? ''}`.trim();

/**
 * Consoles read again when the status of something changed, and not at each reading: a fleet has thousands a second. The
 * check and the device are named, so that the pages of both follow.
 */
function hint(ctx: Ctx, written: readonly Outcome[]): void {
  const moved = written.filter(({ before, status }) => before.status !== status);
  changed(ctx, 'check_results', [...new Set(moved.flatMap(({ definition, deviceId }) => [definition.id, deviceId]))]);
}
