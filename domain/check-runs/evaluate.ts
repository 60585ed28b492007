/**
 * What a reading means: a pure function of the check, what was known of it on the device, the reading and the time.
 * CONTRACT.md, Monitoring; the rules that it leaves open are in docs/decisions/0024-check-engine.md.
 */
import { type CheckType, measures, type ResultStatus } from '../../schema/check-types.ts';

export type Severity = 'warning' | 'error';

/** What of a check decides. */
export interface Rules {
  type: CheckType;
  warn_threshold: number | null;
  err_threshold: number | null;
  failure_count: number;
  recovery_count: number;
  /** Percent of the threshold. */
  hysteresis: number;
  cooldown_sec: number;
}

/** What is kept of a check on a device. Times in ms since 1970. */
export interface InstanceState {
  failures: number;
  successes: number;
  timeouts: number;
  /** Severity of the condition that is raised; null for none. */
  raised: Severity | null;
  timeoutRaised: boolean;
  cooldownUntil: number | null;
  timeoutCooldownUntil: number | null;
}

export interface Reading {
  /** What the agent could tell without thresholds. */
  verdict: ResultStatus;
  value: number | null;
}

export type Decision = 'none' | 'raise' | 'severity_changed' | 'repeat' | 'clear';

export interface Evaluated {
  state: InstanceState;
  status: ResultStatus;
  decision: Decision;
  /** The threshold that the value has reached; null when the verdict alone says so. */
  threshold: number | null;
  /** Of the condition check_timeout: any reading that came in time ends it. */
  timeoutDecision: 'none' | 'raise' | 'repeat' | 'clear';
}

export const newState: InstanceState = {
  failures: 0,
  successes: 0,
  timeouts: 0,
  raised: null,
  timeoutRaised: false,
  cooldownUntil: null,
  timeoutCooldownUntil: null,
};

const rank: Record<ResultStatus, number> = { unknown: 0, ok: 0, warning: 1, error: 2 };

/** A result that came in time. */
export function evaluate(rules: Rules, before: InstanceState, reading: Reading, now: number): Evaluated {
  const { status, threshold } = judge(rules, reading);
  const answered = endTimeouts(rules, before, now);
  const base = { ...answered, status, threshold };
  const { state } = answered;
  if (status === 'unknown') return { ...base, decision: 'none' };
  if (status === 'ok') return recover(rules, state, reading, now, base);
  state.failures += 1;
  state.successes = 0;
  if (state.raised === null) {
    const due = state.failures >= rules.failure_count && !coolsDown(state.cooldownUntil, rules, now);
    if (due) state.raised = status;
    return { ...base, decision: due ? 'raise' : 'none' };
  }
  const severity = severityWhileRaised(rules, state.raised, status, reading);
  const decision = severity === state.raised ? 'repeat' : 'severity_changed';
  state.raised = severity;
  return { ...base, decision };
}

/** The deadline of an execution passed while its device was online. */
export function evaluateTimeout(rules: Rules, before: InstanceState, now: number): Evaluated {
  const state = { ...before, timeouts: before.timeouts + 1 };
  const base = { state, status: 'unknown', threshold: null, decision: 'none' } as const;
  if (state.timeoutRaised) return { ...base, timeoutDecision: 'repeat' };
  if (state.timeouts < rules.failure_count || coolsDown(state.timeoutCooldownUntil, rules, now))
    return { ...base, timeoutDecision: 'none' };
  state.timeoutRaised = true;
  return { ...base, timeoutDecision: 'raise' };
}

/** The worse of the verdict and the thresholds; without a reading nothing is compared. */
export function judge(rules: Rules, { verdict, value }: Reading): { status: ResultStatus; threshold: number | null } {
  if (verdict === 'unknown') return { status: 'unknown', threshold: null };
  const { warn_threshold: warn, err_threshold: err } = rules;
  const reaches = (threshold: number | null): threshold is number =>
    threshold !== null && value !== null && isWorse(rules, value, threshold);
  const reached = reaches(err) ? ('error' as const) : reaches(warn) ? ('warning' as const) : undefined;
  if (reached === undefined || rank[verdict] > rank[reached]) return { status: verdict, threshold: null };
  return { status: reached, threshold: reached === 'error' ? err : warn };
}

/** A value that is exactly at a threshold has reached it. */
function isWorse({ type }: Rules, value: number, threshold: number): boolean {
  const measure = measures[type];
  if (!measure) return false;
  return measure.worse === 'higher' ? value >= threshold : value <= threshold;
}

/** Within so many percent of a threshold, on its good side: not recovered yet. */
function isInBand(rules: Rules, value: number | null, threshold: number | null): boolean {
  const measure = measures[rules.type];
  if (!measure || value === null || threshold === null) return false;
  const band = (Math.abs(threshold) * rules.hysteresis) / 100;
  return measure.worse === 'higher' ? value > threshold - band : value < threshold + band;
}

type Base = Pick<Evaluated, 'state' | 'status' | 'threshold' | 'timeoutDecision'>;

/** A good reading. Within the band of a raised condition it is neither failure nor recovery and changes no streak. */
function recover(rules: Rules, state: InstanceState, { value }: Reading, now: number, base: Base): Evaluated {
  if (state.raised !== null && isInBand(rules, value, rules.warn_threshold ?? rules.err_threshold))
    return { ...base, decision: 'none' };
  state.failures = 0;
  state.successes += 1;
  if (state.raised === null || state.successes < rules.recovery_count) return { ...base, decision: 'none' };
  state.raised = null;
  state.cooldownUntil = now + rules.cooldown_sec * 1000;
  return { ...base, decision: 'clear' };
}

/** Worse at once; back to a warning only when the value has cleared the band of the error threshold. */
function severityWhileRaised(rules: Rules, raised: Severity, status: Severity, { value }: Reading): Severity {
  return raised === 'error' && status === 'warning' && isInBand(rules, value, rules.err_threshold) ? 'error' : status;
}

/** A time further away than a whole cooldown was written before the clock was set back, and holds nothing up. */
const coolsDown = (until: number | null, { cooldown_sec }: Rules, now: number): boolean =>
  until !== null && now < until && until - now <= cooldown_sec * 1000;

function endTimeouts(rules: Rules, before: InstanceState, now: number): Pick<Evaluated, 'state' | 'timeoutDecision'> {
  const state = { ...before, timeouts: 0, timeoutRaised: false };
  if (!before.timeoutRaised) return { state, timeoutDecision: 'none' };
  state.timeoutCooldownUntil = now + rules.cooldown_sec * 1000;
  return { state, timeoutDecision: 'clear' };
}
