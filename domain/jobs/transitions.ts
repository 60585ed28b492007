/**
 * The job's state machine as one table; code, docs and tests read it. Source: CONTRACT.md, Jobs, and SPEC.md, States.
 * Every move is one conditional UPDATE over `fromStates(trigger)`, so that of racing callers one wins.
 */
import { type JobStatus, jobStatuses } from '../../schema/jobs.ts';
import type { Fragment, Sql } from '../sql.ts';

export const jobTriggers = [
  /** Somebody asked for the job. */
  'propose',
  /** It was made without a proposal: unapproved creation is allowed, or a standing approval covers it. */
  'dispatch',
  'approve',
  'reject',
  'cancel',
  /** The device's socket took it. */
  'deliver',
  /** The agent came back without having it. */
  'reconnect',
  /** Seven days passed without delivery. */
  'expire',
  /** The agent reports that the interpreter runs. */
  'start',
  /** A result with exit code 0. */
  'succeed',
  /** Any other result: exit code, timeout, interrupted, no interpreter, refused. */
  'fail',
  /** The agent confirms that it ended the job because we asked. */
  'confirm_cancel',
  /** Somebody closes a job whose result never arrived. */
  'complete',
  'complete_failed',
  'delete_device',
] as const;
export type JobTrigger = (typeof jobTriggers)[number];

export interface JobTransition {
  /** null: there was no job before. */
  from: JobStatus | null;
  trigger: JobTrigger;
  to: JobStatus;
}

export const jobTransitions: readonly JobTransition[] = [
  { from: null, trigger: 'propose', to: 'awaiting_approval' },
  { from: null, trigger: 'dispatch', to: 'dispatched' },

  { from: 'awaiting_approval', trigger: 'approve', to: 'dispatched' },
  { from: 'awaiting_approval', trigger: 'reject', to: 'rejected' },
  { from: 'awaiting_approval', trigger: 'cancel', to: 'rejected' },
  // As a cancel would: nobody can decide on it any more.
  { from: 'awaiting_approval', trigger: 'delete_device', to: 'rejected' },

  { from: 'dispatched', trigger: 'deliver', to: 'sent' },
  { from: 'dispatched', trigger: 'cancel', to: 'cancelled' },
  { from: 'dispatched', trigger: 'expire', to: 'expired' },
  { from: 'dispatched', trigger: 'complete', to: 'completed' },
  { from: 'dispatched', trigger: 'complete_failed', to: 'failed' },
  { from: 'dispatched', trigger: 'delete_device', to: 'cancelled' },

  { from: 'sent', trigger: 'start', to: 'running' },
  { from: 'sent', trigger: 'reconnect', to: 'sent' },
  { from: 'sent', trigger: 'cancel', to: 'cancel_requested' },
  // A job without an interpreter never starts, and a result may overtake the news of its start.
  { from: 'sent', trigger: 'succeed', to: 'completed' },
  { from: 'sent', trigger: 'fail', to: 'failed' },
  { from: 'sent', trigger: 'complete', to: 'completed' },
  { from: 'sent', trigger: 'complete_failed', to: 'failed' },
  // Nobody is left to answer; `error` says that the outcome is unknown. Not failed: that would count as a failure of the fleet.
  { from: 'sent', trigger: 'delete_device', to: 'cancelled' },

  { from: 'running', trigger: 'succeed', to: 'completed' },
  { from: 'running', trigger: 'fail', to: 'failed' },
  { from: 'running', trigger: 'cancel', to: 'cancel_requested' },
  { from: 'running', trigger: 'complete', to: 'completed' },
  { from: 'running', trigger: 'complete_failed', to: 'failed' },
  { from: 'running', trigger: 'delete_device', to: 'cancelled' },

  // The start was under way when somebody cancelled; its time is kept, the wish stays.
  { from: 'cancel_requested', trigger: 'start', to: 'cancel_requested' },
  { from: 'cancel_requested', trigger: 'confirm_cancel', to: 'cancelled' },
  { from: 'cancel_requested', trigger: 'succeed', to: 'completed' },
  { from: 'cancel_requested', trigger: 'fail', to: 'failed' },
  { from: 'cancel_requested', trigger: 'complete', to: 'completed' },
  { from: 'cancel_requested', trigger: 'complete_failed', to: 'failed' },
  { from: 'cancel_requested', trigger: 'delete_device', to: 'cancelled' },
];

/** The moves of an existing job that a trigger makes. */
const movesBy = (trigger: JobTrigger): { from: JobStatus; to: JobStatus }[] =>
  jobTransitions.flatMap(({ from, trigger: by, to }) => (by === trigger && from !== null ? [{ from, to }] : []));

/** States in which the trigger is allowed: the list of the conditional UPDATE. */
export const fromStates = (trigger: JobTrigger): JobStatus[] => movesBy(trigger).map(({ from }) => from);

/** The state that follows, or undefined when the trigger is not allowed there. */
export const nextStatus = (from: JobStatus | null, trigger: JobTrigger): JobStatus | undefined =>
  jobTransitions.find((row) => row.from === from && row.trigger === trigger)?.to;

/** States that nothing leaves any more. A result that arrives there is kept as `late_result`. */
export const finishedStates: JobStatus[] = jobStatuses.filter(
  (status) => !jobTransitions.some((t) => t.from === status),
);

/**
 * SQL condition: the job has not ended. Written out, as jobs_task_open_idx and jobs_remediation_open_idx have it, because
 * an index with a condition serves none that PostgreSQL cannot compare with it; a test holds it against the table above.
 */
export const openStates = (sql: Sql, column: Fragment = sql`status`): Fragment =>
  sql`${column} in ('awaiting_approval', 'dispatched', 'sent', 'running', 'cancel_requested')`;

/** SQL condition: a row whose status is in `column` allows the trigger. */
export const allows = (sql: Sql, trigger: JobTrigger, column: Fragment = sql`status`): Fragment =>
  sql`${column} = any(${fromStates(trigger)}::text[])`;

/**
 * SQL expression for the state that follows, to be used under `where ${allows(sql, trigger)}`. The update reads the row
 * again after waiting for a racing one, so that condition and expression always speak of the same version of it.
 */
export function statusAfter(sql: Sql, trigger: JobTrigger, column: Fragment = sql`status`): Fragment {
  const moves = movesBy(trigger);
  const [first] = moves;
  if (!first) throw new Error(`no existing job takes ${trigger}`);
  if (moves.every(({ to }) => to === first.to)) return sql`${first.to}`;
  const whens = moves.map(({ from, to }) => sql`when ${from} then ${to}`);
  return sql`case ${column} ${whens.reduce((left, right) => sql`${left} ${right}`)} end`;
}
