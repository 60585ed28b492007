/** Checks, their state on each device, and their history. SPEC.md, Checks; CONTRACT.md, Monitoring. */
import { z } from 'zod';
import { configText } from './check-config-text.ts';
import { type CheckType, checkTypes, configs, measures, ResultStatus } from './check-types.ts';
import { Cursor, Id, Limit, Name, Timestamp, TimestampInput, text } from './common.ts';
import { issueWords, spread } from './issue-words.ts';
import { oneProgram, programFields } from './scripts.ts';
import { VariableName } from './variables.ts';

const remediationFields = { ...programFields, max_per_hour: z.number().int().min(1).max(60).default(3) };
/** Runs, or is proposed, when the check's alert is raised. */
export const Remediation = z.strictObject(remediationFields).refine(oneProgram.holds, oneProgram.message);
export type Remediation = z.infer<typeof Remediation>;
/** Null is the value of a secret parameter: never shown, and in a change it stands for what is there. */
const ShownEnv = z.record(VariableName, z.string().nullable());
const ShownRemediation = z.strictObject({ ...remediationFields, env: ShownEnv.default({}) });

const Threshold = z.number().min(-1e12).max(1e12).nullable();
const Config = z.record(z.string(), z.unknown()).meta({ description: configText });
const limits = {
  interval_sec: z.number().int().min(10).max(86_400),
  failure_count: z.number().int().min(1).max(100),
  recovery_count: z.number().int().min(1).max(100),
  hysteresis: z.number().min(0).max(100),
  cooldown_sec: z.number().int().min(0).max(604_800),
  timeout_sec: z.number().int().min(5).max(86_400),
};
const CheckFields = z.strictObject({
  type: z.enum(checkTypes),
  name: Name,
  config: Config.default({}),
  warn_threshold: Threshold.default(null),
  err_threshold: Threshold.default(null),
  interval_sec: limits.interval_sec.default(60),
  agent_id: Id.nullable().default(null),
  policy_id: Id.nullable().default(null),
  failure_count: limits.failure_count.default(2),
  recovery_count: limits.recovery_count.default(2),
  hysteresis: limits.hysteresis.default(2),
  cooldown_sec: limits.cooldown_sec.default(300),
  timeout_sec: limits.timeout_sec.default(180),
  enabled: z.boolean().default(true),
  remediation: Remediation.nullable().default(null),
});
type CheckFields = z.output<typeof CheckFields>;

/** Unknown keys of a config that are named. */
const KEYS_MAX = 20;
const taken = (type: CheckType) => {
  const keys = Object.keys(configs[type].shape);
  return `the config of a ${type} check takes ${keys.length > 0 ? keys.join(', ') : 'no keys'}`;
};

/** A whole check: config by its type, thresholds in the order in which a value gets worse, exactly one owner. */
export const CheckCreate = CheckFields.transform((check, context) => {
  judgeThresholds(check, context);
  if ((check.agent_id === null) === (check.policy_id === null))
    context.addIssue({ code: 'custom', message: 'exactly one of agent_id and policy_id', path: ['agent_id'] });
  const config = configs[check.type].safeParse(check.config, { error: issueWords });
  for (const issue of config.error?.issues ?? [])
    for (const { message, path } of spread(issue, KEYS_MAX))
      context.addIssue({
        code: 'custom',
        message: issue.code === 'unrecognized_keys' ? `${message}; ${taken(check.type)}` : message,
        path: ['config', ...path],
      });
  return { ...check, config: config.data ?? {} };
});
export type CheckCreate = z.output<typeof CheckCreate>;

function judgeThresholds(check: CheckFields, context: z.RefinementCtx): void {
  const { type, warn_threshold: warn, err_threshold: err } = check;
  const measure = measures[type];
  const refuse = (path: keyof CheckFields, message: string) =>
    context.addIssue({ code: 'custom', message, path: [path] });
  if (!measure) {
    if (warn !== null) refuse('warn_threshold', `a ${type} check has no thresholds`);
    if (err !== null) refuse('err_threshold', `a ${type} check has no thresholds`);
    return;
  }
  const { max = Number.POSITIVE_INFINITY, worse } = measure;
  if (warn !== null && warn > max) refuse('warn_threshold', `is never reached: the value is at most ${max}`);
  if (err !== null && err > max) refuse('err_threshold', `is never reached: the value is at most ${max}`);
  if (warn !== null && err !== null && (worse === 'higher' ? warn > err : warn < err))
    refuse('warn_threshold', `must be reached before err_threshold: ${type} gets worse as it gets ${worse}`);
}

/** What is not named stays; the result is judged as a whole (CheckCreate). Its type and its owner never change. */
export const CheckUpdate = z.strictObject({
  type: z.enum(checkTypes).optional(),
  name: Name.optional(),
  config: Config.optional(),
  warn_threshold: Threshold.optional(),
  err_threshold: Threshold.optional(),
  interval_sec: limits.interval_sec.optional(),
  agent_id: Id.nullable().optional(),
  policy_id: Id.nullable().optional(),
  failure_count: limits.failure_count.optional(),
  recovery_count: limits.recovery_count.optional(),
  hysteresis: limits.hysteresis.optional(),
  cooldown_sec: limits.cooldown_sec.optional(),
  timeout_sec: limits.timeout_sec.optional(),
  enabled: z.boolean().optional(),
  remediation: ShownRemediation.nullable().optional(),
});
export type CheckUpdate = z.output<typeof CheckUpdate>;

/** Whether what it runs has been approved; null for what runs no script. */
export const ApprovalState = z.enum(['approved', 'waiting', 'rejected']).nullable();
export type ApprovalState = z.infer<typeof ApprovalState>;

export const Check = z
  .object({
    id: Id,
    type: z.enum(checkTypes),
    name: z.string(),
    config: z.record(z.string(), z.unknown()),
    warn_threshold: Threshold,
    err_threshold: Threshold,
    interval_sec: z.number().int(),
    failure_count: z.number().int(),
    recovery_count: z.number().int(),
    hysteresis: z.number(),
    cooldown_sec: z.number().int(),
    timeout_sec: z.number().int(),
    enabled: z.boolean(),
    agent_id: Id.nullable(),
    agent_hostname: z.string().nullable(),
    policy_id: Id.nullable(),
    policy_name: z.string().nullable(),
    remediation: ShownRemediation.nullable(),
    approval: ApprovalState,
    remediation_approval: ApprovalState,
    /** Everything on which it runs is in the caller's scope, so that the caller may change it, given the permission. */
    changeable: z.boolean(),
    /** Devices in the caller's scope on which it runs, by what it says there; `unknown` has said nothing yet, or nothing usable. */
    devices: z.object({
      total: z.number().int(),
      ok: z.number().int(),
      warning: z.number().int(),
      error: z.number().int(),
      unknown: z.number().int(),
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Check' });
export type Check = z.infer<typeof Check>;

export const CheckQuery = z.strictObject({
  agent_id: Id.optional().describe('A device: the checks that are its own, without those of policies'),
  policy_id: Id.optional(),
  client_id: Id.optional().describe(
    'Checks of devices of this company, and of policies assigned to it or to something in it',
  ),
  type: z.enum(checkTypes).optional(),
  q: text(200).optional().describe('Text in its name, or that of its device or policy'),
  limit: Limit,
  cursor: Cursor.optional(),
});
export type CheckQuery = z.infer<typeof CheckQuery>;
/** By name; without the texts of scripts, which GET /api/checks/{id} has. */
export const CheckList = z.object({ checks: z.array(Check), next_cursor: z.string().optional() });

/** A check on one device. */
export const CheckInstance = z.object({
  check_id: Id,
  agent_id: Id,
  agent_hostname: z.string(),
  client_name: z.string().nullable(),
  site_name: z.string().nullable(),
  device_status: z.enum(['online', 'offline']),
  status: ResultStatus,
  consecutive_failures: z.number().int(),
  consecutive_successes: z.number().int(),
  consecutive_timeouts: z.number().int(),
  last_value: z.number().nullable(),
  last_output: z.string().nullable(),
  last_result_at: Timestamp.nullable(),
  /** The execution that is under way. */
  pending: z.object({ execution_id: Id, sent_at: Timestamp, deadline_at: Timestamp }).nullable(),
});
export type CheckInstance = z.infer<typeof CheckInstance>;
export const InstanceQuery = z.strictObject({
  agent_id: Id.optional(),
  status: ResultStatus.optional(),
  client_id: Id.optional(),
  q: text(200).optional(),
  limit: Limit,
  cursor: Cursor.optional(),
});
export type InstanceQuery = z.infer<typeof InstanceQuery>;
/** By hostname. */
export const InstanceList = z.object({ instances: z.array(CheckInstance), next_cursor: z.string().optional() });

/** A check that runs on a device, as the device's page shows it. Direct ones come first. */
export const DeviceCheck = Check.pick({
  id: true,
  type: true,
  name: true,
  config: true,
  warn_threshold: true,
  err_threshold: true,
  interval_sec: true,
  policy_id: true,
  policy_name: true,
  approval: true,
}).extend({
  /** Why it runs here: null for the device's own, otherwise the places whose assignment of the policy reaches it. */
  via: z.array(z.object({ scope_type: z.enum(['client', 'site', 'group', 'agent']), name: z.string() })).nullable(),
  status: ResultStatus,
  value: z.number().nullable(),
  output: z.string().nullable(),
  last_result_at: Timestamp.nullable(),
});
export type DeviceCheck = z.infer<typeof DeviceCheck>;
/** Without the texts of scripts. */
export const DeviceChecks = z.object({ checks: z.array(DeviceCheck) });

/** Points of a chart; more than a screen has columns. */
const POINTS_MAX = 1000;
/** Results of one check, newest first; or with `since`, points for a chart, oldest first, at most about a thousand. */
export const ResultQuery = z.strictObject({
  agent_id: Id.optional().describe('Only results of this device; needed with since'),
  since: TimestampInput.optional().describe('Averages over time from then on, instead of single results'),
  until: TimestampInput.optional(),
  points: z.coerce
    .number<number | string>()
    .int()
    .min(10)
    .max(POINTS_MAX)
    .default(POINTS_MAX)
    .describe('With since, at most about so many points'),
  limit: Limit,
  cursor: Cursor.optional(),
});
export const CheckResult = z.object({
  at: Timestamp,
  agent_id: Id,
  execution_id: Id,
  status: ResultStatus,
  value: z.number().nullable(),
  output: z.string().nullable(),
  duration_ms: z.number().int().nullable(),
  timed_out: z.boolean(),
  late: z.boolean(),
});
/** One point of a chart: of `samples` readings in `step_sec` from `at` on. */
export const ResultPoint = z.object({
  at: Timestamp,
  samples: z.number().int(),
  average: z.number().nullable(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  warnings: z.number().int(),
  errors: z.number().int(),
  unknowns: z.number().int(),
});
export const ResultSeries = z.object({ step_sec: z.number().int(), points: z.array(ResultPoint) });
/** Two forms of one answer: a page of results, or with `since` the points of a chart. */
export const ResultHistory = z
  .union([z.object({ results: z.array(CheckResult), next_cursor: z.string().optional() }), ResultSeries])
  .meta({ id: 'ResultHistory' });
export type { CheckType };
