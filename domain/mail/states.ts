/** The outbox's state machine as one table; code, docs and tests read it. Source: SPEC.md, Notification outbox. */
import type { Fragment, Sql } from '../sql.ts';

export const mailStates = ['pending', 'processing', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

export interface MailTransition {
  /** null: there was no row before. */
  from: MailState | null;
  trigger: MailTrigger;
  /** null: the row goes. */
  to: MailState | null;
}

export const mailTriggers = [
  /** Something happened that somebody is to hear of. */
  'queue',
  /** A sender takes it under a lease. */
  'claim',
  /** The relay took it. */
  'send',
  /** The relay did not; it is tried again after 1, 5, 15 and 60 minutes. */
  'retry',
  /** The relay refused it for good, or the last try failed. */
  'give_up',
  /** The lease ran out: its sender died, or could not say how it went. Counts as a try, so that no row ends senders for ever. */
  'lapse',
  /** It is out of date, or its reader is disabled. */
  'drop',
  /** It has been kept for RMM_NOTIFICATION_RETENTION_DAYS. */
  'expire',
] as const;
export type MailTrigger = (typeof mailTriggers)[number];

export const mailTransitions: readonly MailTransition[] = [
  { from: null, trigger: 'queue', to: 'pending' },
  { from: 'pending', trigger: 'claim', to: 'processing' },
  { from: 'pending', trigger: 'drop', to: null },
  { from: 'processing', trigger: 'send', to: null },
  { from: 'processing', trigger: 'retry', to: 'pending' },
  { from: 'processing', trigger: 'give_up', to: 'failed' },
  { from: 'processing', trigger: 'lapse', to: 'pending' },
  { from: 'failed', trigger: 'expire', to: null },
];

const moveBy = (trigger: MailTrigger): MailTransition => {
  const move = mailTransitions.find((one) => one.trigger === trigger);
  if (!move) throw new Error(`no mail takes ${trigger}`);
  return move;
};

/** SQL condition: a row of alias `m` allows the trigger. */
export const allows = (sql: Sql, trigger: MailTrigger): Fragment =>
  sql`m.state = ${literal(sql, moveBy(trigger).from)}`;

/** SQL value: the state that follows. */
export const stateAfter = (sql: Sql, trigger: MailTrigger): Fragment => literal(sql, moveBy(trigger).to);

/** Written out, because with a parameter a prepared statement cannot use the partial index of its state. */
function literal(sql: Sql, state: MailState | null): Fragment {
  if (state === 'pending') return sql`'pending'`;
  if (state === 'processing') return sql`'processing'`;
  if (state === 'failed') return sql`'failed'`;
  throw new Error('there is no row before or after');
}

/** Minutes to wait after the first, second, … failed try (CONTRACT.md, Monitoring); after the last there is none. */
const RETRY_MINUTES = [1, 5, 15, 60];

/** Tries of one mail, lapsed leases among them. */
export const maxAttempts = RETRY_MINUTES.length + 1;

/** When to try again, or undefined: give up. @param attempts that have failed, this one included */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const minutes = RETRY_MINUTES[attempts - 1];
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000);
}
