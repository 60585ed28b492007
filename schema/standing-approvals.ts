/** Standing approvals: what lets a task, a script check or a remediation run without a wait. CONTRACT.md, Jobs. */
import { z } from 'zod';
import { Cursor, Id, Limit, Timestamp, text } from './common.ts';
import { JobActor, RiskHint } from './jobs.ts';
import { Shell } from './shell.ts';

export const standingKinds = ['task', 'check', 'remediation'] as const;
export const StandingKind = z.enum(standingKinds);
export type StandingKind = z.infer<typeof StandingKind>;
export const StandingState = z.enum(['waiting', 'approved', 'rejected']);
export const RequestReason = z.enum(['created', 'changed', 'saved_without_right', 'script_changed']);

/** A task's schedule (schema/tasks.ts, Schedule, with run_missed), a check's interval, or a remediation's cap. */
export const StandingSchedule = z.object({
  schedule_kind: z.enum(['interval', 'daily', 'weekly', 'once']).optional(),
  interval_sec: z.number().int().optional(),
  run_at_minute: z.number().int().optional(),
  days_of_week: z.array(z.number().int()).optional().meta({ description: '0 is Sunday' }),
  run_at_minutes: z.array(z.number().int()).optional(),
  run_at: Timestamp.optional(),
  timezone: z.string().optional(),
  run_missed: z.boolean().optional(),
  max_per_hour: z.number().int().optional(),
});
export type StandingSchedule = z.infer<typeof StandingSchedule>;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

export const StandingSummary = z.object({
  id: Id,
  subject_kind: StandingKind,
  /** The task, or the check. */
  subject_id: Id,
  subject_name: z.string(),
  state: StandingState,
  shell: Shell,
  risk_hints: z.array(RiskHint),
  content_sha256: Hash,
  /** Content, schedule, time limit and systems in one; a decision names it. */
  form_sha256: Hash,
  schedule: StandingSchedule,
  timeout_sec: z.number().int(),
  /** Exactly one of both. */
  agent_id: Id.nullable(),
  agent_hostname: z.string().nullable(),
  policy_id: Id.nullable(),
  policy_name: z.string().nullable(),
  /** Devices that it reaches now, of which the caller may see. */
  device_count: z.number().int(),
  /** Devices among them that came under it by somebody who may not approve: their runs are proposed. */
  exception_count: z.number().int(),
  requested_by: JobActor,
  requested_reason: RequestReason,
  requested_at: Timestamp,
  /** Whose approval is in force, and whether they may still approve: else its runs are proposed. */
  approver: JobActor.nullable(),
  approver_holds: z.boolean().nullable(),
  decided_by: JobActor.nullable(),
  decided_at: Timestamp.nullable(),
  reason: z.string().nullable(),
  /** The caller's scope covers everything that it reaches, as a decision needs. */
  decidable: z.boolean(),
});
export type StandingSummary = z.infer<typeof StandingSummary>;

/** The value of a secret parameter is null: no answer holds it. */
const content = {
  script: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string().nullable()),
};
export const StandingApproval = StandingSummary.extend({
  ...content,
  script_id: Id.nullable(),
  script_name: z.string().nullable(),
  /** What was approved last, for a diff; null when nothing was. */
  previous_approved: z
    .object({
      ...content,
      shell: Shell,
      content_sha256: Hash,
      schedule: StandingSchedule,
      timeout_sec: z.number().int(),
      by: z.string(),
      at: Timestamp,
    })
    .nullable(),
}).meta({ id: 'StandingApproval' });
export type StandingApproval = z.infer<typeof StandingApproval>;

export const StandingQuery = z.strictObject({
  state: StandingState.optional(),
  limit: Limit,
  cursor: Cursor.optional(),
});
export type StandingQuery = z.infer<typeof StandingQuery>;
/** Asked for last first. */
export const StandingList = z.object({
  standing_approvals: z.array(StandingSummary),
  next_cursor: z.string().optional(),
});

/** What is decided on is named by its hash, so that nobody approves what was changed while they read. */
export const StandingDecision = z.strictObject({
  form_sha256: Hash,
  reason: text(1000).trim().optional(),
  /** When given, it must equal the number of devices that it reaches. */
  confirm_count: z.number().int().optional(),
});
export type StandingDecision = z.infer<typeof StandingDecision>;

/** The form, the state or the count in which it was found. */
export const StandingFound = z
  .object({ form_sha256: Hash.optional(), state: StandingState.optional(), count: z.number().int().optional() })
  .meta({ id: 'StandingFound' });
