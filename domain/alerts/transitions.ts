/**
 * The alert's state machine as one table; code, docs and tests read it. Source: CONTRACT.md, Monitoring, and SPEC.md, Alert
 * raising and clearing. Suppression is beside it: it decides who is told, never what state an alert is in.
 */
import type { AlertStatus } from '../../schema/alerts.ts';
import type { Fragment, Sql } from '../sql.ts';

export const alertTriggers = [
  /** A condition is seen for the first time. */
  'raise',
  /** It is seen again, no worse than before. */
  'repeat',
  /** It is seen again as an error after a warning. */
  'worsen',
  /** It is seen again after it was resolved. */
  'reopen',
  /** It is over, or what found it is gone. */
  'clear',
  'acknowledge',
  /** Somebody says that it is over. */
  'resolve',
] as const;
export type AlertTrigger = (typeof alertTriggers)[number];

export interface AlertTransition {
  /** null: there was no alert before. */
  from: AlertStatus | null;
  trigger: AlertTrigger;
  to: AlertStatus;
}

export const alertTransitions: readonly AlertTransition[] = [
  { from: null, trigger: 'raise', to: 'open' },

  { from: 'open', trigger: 'repeat', to: 'open' },
  { from: 'open', trigger: 'worsen', to: 'open' },
  { from: 'open', trigger: 'acknowledge', to: 'acknowledged' },
  { from: 'open', trigger: 'resolve', to: 'resolved' },
  { from: 'open', trigger: 'clear', to: 'resolved' },

  { from: 'acknowledged', trigger: 'repeat', to: 'acknowledged' },
  // Who took note of a warning has not taken note of an error.
  { from: 'acknowledged', trigger: 'worsen', to: 'open' },
  { from: 'acknowledged', trigger: 'resolve', to: 'resolved' },
  { from: 'acknowledged', trigger: 'clear', to: 'resolved' },

  { from: 'resolved', trigger: 'reopen', to: 'open' },
];

const movesBy = (trigger: AlertTrigger): { from: AlertStatus; to: AlertStatus }[] =>
  alertTransitions.flatMap(({ from, trigger: by, to }) => (by === trigger && from !== null ? [{ from, to }] : []));

/** States in which the trigger is allowed. */
export const fromStates = (trigger: AlertTrigger): AlertStatus[] => movesBy(trigger).map(({ from }) => from);

/** The state that follows, or undefined when the trigger is not allowed there. */
export const nextStatus = (from: AlertStatus | null, trigger: AlertTrigger): AlertStatus | undefined =>
  alertTransitions.find((row) => row.from === from && row.trigger === trigger)?.to;

/** SQL condition: a row whose status is in `column` allows the trigger. */
export const allows = (sql: Sql, trigger: AlertTrigger, column: Fragment): Fragment =>
  sql`${column} = any(${fromStates(trigger)}::text[])`;

/** SQL expression for the state that follows where the trigger is allowed; elsewhere the state stays. */
export function statusAfter(sql: Sql, trigger: AlertTrigger, column: Fragment): Fragment {
  const whens = movesBy(trigger).map(({ from, to }) => sql`when ${from} then ${to}`);
  const [first, ...rest] = whens;
  if (!first) throw new Error(`no existing alert takes ${trigger}`);
  return sql`case ${column} ${rest.reduce((left, right) => sql`${left} ${right}`, first)} else ${column} end`;
}
