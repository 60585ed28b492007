/** Jobs: a script for one device that waits for a human. SPEC.md, Job; CONTRACT.md, Jobs. */
import { z } from 'zod';
import { Cursor, Id, Limit, Timestamp, text } from './common.ts';
import { JOB_OUTPUT_MAX_BYTES, JOB_SCRIPT_MAX_BYTES, Shell } from './shell.ts';
import { Args, Env } from './variables.ts';

export const jobStatuses = [
  'awaiting_approval',
  'dispatched',
  'sent',
  'running',
  'cancel_requested',
  'completed',
  'failed',
  'rejected',
  'cancelled',
  'expired',
] as const;
export const JobStatus = z.enum(jobStatuses).meta({ id: 'JobStatus' });
export type JobStatus = z.infer<typeof JobStatus>;

export const jobSources = ['api', 'console', 'chat', 'mcp', 'task', 'bulk', 'remediation'] as const;
export const JobSource = z.enum(jobSources);
export type JobSource = z.infer<typeof JobSource>;

export const Script = text(JOB_SCRIPT_MAX_BYTES, 1).refine(
  (value) => new TextEncoder().encode(value).length <= JOB_SCRIPT_MAX_BYTES,
  `must be at most ${JOB_SCRIPT_MAX_BYTES} bytes`,
);
export const TimeoutSec = z
  .number()
  .int()
  .min(10)
  .max(86_400)
  .default(3600)
  .describe('After so many seconds it is ended');

export const JobCreate = z.strictObject({
  agent_id: Id,
  shell: Shell.describe('Interpreter; it must be one that the device has'),
  script: Script.describe('The text that runs, as root or SYSTEM, without a terminal'),
  args: Args.default([]),
  env: Env.default({}).describe('Environment variables for the script'),
  description: text(500).trim().default('').describe('What it does and why, for the person who approves'),
  require_approval: z.boolean().default(true),
  timeout_sec: TimeoutSec,
});
export type JobCreate = z.infer<typeof JobCreate>;

export const BULK_JOBS_MAX = 5000;
/**
 * Targets are the union of the devices, the site's and the department's, of which the caller may see. What runs is a script
 * of the library or a text of its own; without description and timeout_sec the library's name and time limit hold.
 */
export const JobBulkCreate = z
  .strictObject({
    agent_ids: z.array(Id).max(BULK_JOBS_MAX).default([]).describe('Devices'),
    site_id: Id.optional().describe('All devices of this site'),
    group_id: Id.optional().describe('All devices of this department'),
    script_id: Id.optional().describe('A script of the library, instead of shell and script'),
    shell: Shell.optional(),
    script: Script.optional().describe('The text that runs, as root or SYSTEM, without a terminal'),
    args: Args.default([]),
    env: Env.default({}),
    description: text(500).trim().default('').describe('What it does and why, for the person who approves'),
    timeout_sec: z.number().int().min(10).max(86_400).optional(),
  })
  .refine(
    ({ script_id, shell, script }) =>
      script_id === undefined
        ? shell !== undefined && script !== undefined
        : shell === undefined && script === undefined,
    'needs either script_id, or shell and script',
  );
export type JobBulkCreate = z.infer<typeof JobBulkCreate>;
export const JobBulkCreated = z.object({
  /** One for each company, by its name; unassigned devices are one of their own. */
  batches: z.array(z.object({ client_id: Id.nullable(), batch_id: Id, count: z.number().int() })),
  companies: z.number().int(),
  count: z.number().int(),
});
export type JobBulkCreated = z.infer<typeof JobBulkCreated>;

/** Who asked for a job or decided on it, as it was at that moment. */
export const JobActor = z
  .object({
    kind: z.enum(['user', 'api_token', 'oauth', 'agent', 'system', 'bootstrap']),
    id: z.string().nullable(),
    name: z.string(),
    /** Where an AI application sends its users back to. */
    client_host: z.string().nullable(),
    /** The user an AI application or a token works for. */
    on_behalf_of: z.string().nullable(),
  })
  .meta({ id: 'JobActor' });
export type JobActor = z.infer<typeof JobActor>;

export const riskKinds = ['deletes', 'downloads_and_runs', 'reboots', 'accounts'] as const;
/** A place in a script worth a second look. A hint, never a verdict: nothing found does not mean safe. */
export const RiskHint = z.object({ kind: z.enum(riskKinds), line: z.number().int().min(1) });
export type RiskHint = z.infer<typeof RiskHint>;

/** A job in a list: without script and output. */
export const JobSummary = z.object({
  id: Id,
  agent_id: Id,
  agent_hostname: z.string(),
  client_id: Id.nullable(),
  client_name: z.string().nullable(),
  shell: Shell,
  description: z.string(),
  require_approval: z.boolean(),
  status: JobStatus,
  exit_code: z.number().int().nullable(),
  output_truncated: z.boolean(),
  timeout_sec: z.number().int(),
  batch_id: Id.nullable(),
  script_id: Id.nullable(),
  task_id: Id.nullable(),
  source: JobSource,
  proposed_by: JobActor,
  approved_by: JobActor.nullable(),
  rejected_by: JobActor.nullable(),
  decision_reason: z.string().nullable(),
  risk_hints: z.array(RiskHint),
  content_sha256: z.string(),
  created_at: Timestamp,
  decided_at: Timestamp.nullable(),
  sent_at: Timestamp.nullable(),
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  error: z.string().nullable(),
});
export type JobSummary = z.infer<typeof JobSummary>;

/** A result that came after the job was already finished; it changed nothing. */
export const LateResult = z.object({
  outcome: z.string(),
  exit_code: z.number().int().nullable(),
  stdout: z.string(),
  received_at: Timestamp,
});

/** What a run is given beside its text. The value of a secret parameter is null: no answer holds it. */
const given = { args: z.array(z.string()), env: z.record(z.string(), z.string().nullable()) };

export const Job = JobSummary.extend({
  script: z.string(),
  ...given,
  stdout: z.string(),
  /** Bytes (UTF-8) of the whole script and output, where the call asked for no more than a part of them. */
  script_bytes: z.number().int().optional(),
  stdout_bytes: z.number().int().optional(),
  /** stdout and stderr arrive as one stream, in order. */
  stderr_merged: z.literal(true),
  late_result: LateResult.nullable(),
  /** The newest job that a human approved under the same description and shell, for a diff. */
  previous_approved: z
    .object({ job_id: Id, script: z.string(), ...given, content_sha256: z.string(), by: z.string(), at: Timestamp })
    .nullable(),
}).meta({ id: 'Job' });
export type Job = z.infer<typeof Job>;

const characters = z.coerce.number<number | string>().int().min(0).max(JOB_OUTPUT_MAX_BYTES).optional();
/** Without either, all of both. */
export const JobTexts = z.strictObject({
  output_chars: characters.describe('At most so many characters of the output: the last ones'),
  script_chars: characters.describe('At most so many characters of each script: the first ones'),
});
export type JobTexts = z.infer<typeof JobTexts>;

/** `client_id` is `none` for jobs of devices that belong to no company. */
export const JobQuery = z.strictObject({
  agent_id: Id.optional().describe('A device'),
  batch_id: Id.optional(),
  alert_id: Id.optional().describe('What was proposed or run because of this alert'),
  client_id: z
    .union([Id, z.literal('none')])
    .optional()
    .describe('A company; none: devices that belong to no company'),
  status: z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(JobStatus).min(1))
    .optional()
    .describe(`One status, or several with commas between: ${jobStatuses.join(', ')}`),
  limit: Limit,
  cursor: Cursor.optional(),
});
export type JobQuery = z.infer<typeof JobQuery>;
export const JobList = z.object({ jobs: z.array(JobSummary), next_cursor: z.string().optional() });
export const BatchJobs = z.object({ batch_id: Id, jobs: z.array(JobSummary) });

/** `confirm_count`, when given, must equal the number of awaiting jobs the call would decide. */
export const JobDecision = z
  .strictObject({
    reason: text(1000).trim().optional(),
    confirm_count: z.number().int().optional(),
  })
  .prefault({});
export type JobDecision = z.infer<typeof JobDecision>;
export const BatchParam = z.strictObject({ batch_id: Id });
export const BatchApproved = z.object({ approved: z.number().int(), skipped: z.number().int() });
export const BatchRejected = z.object({ rejected: z.number().int(), skipped: z.number().int() });
export const JobComplete = z.strictObject({ success: z.boolean().default(true) }).prefault({});

/** A job's output from a byte offset on; read again from `next_offset` until `done`. */
export const JobOutputQuery = z.strictObject({
  from: z.coerce
    .number<number | string>()
    .int()
    .min(0)
    .max(2 ** 30)
    .default(0),
});
export const JobOutputPart = z.object({
  /** Where `text` begins: earlier than asked inside a character, later where a piece was lost on its way. */
  from: z.number().int(),
  text: z.string(),
  next_offset: z.number().int(),
  /** The job has ended and `text` reaches the end of its output. */
  done: z.boolean(),
});
export type JobOutputPart = z.infer<typeof JobOutputPart>;
