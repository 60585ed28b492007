/** Scheduled tasks and their schedules. SPEC.md, Tasks; CONTRACT.md, Monitoring (schedule_kind). */
import { z } from 'zod';
import { ApprovalState } from './checks.ts';
import { Cursor, Id, Limit, Name, Page, Timestamp, TimestampInput, text } from './common.ts';
import { issueWords } from './issue-words.ts';
import { JobActor, Script as ScriptText } from './jobs.ts';
import { oneProgram } from './scripts.ts';
import { Shell } from './shell.ts';
import { Args, Env, VariableName } from './variables.ts';

/** Short names of ICU, as PST, which Intl takes and Temporal does not: none is of IANA, and what they mean is disputed. */
const ICU_ONLY = /^(?!EST|MST|HST|CET|EET|MET|WET|GMT|UCT)[A-Z]{2}T$/i;
/** IANA time zone, as the runtime knows it. */
export const Timezone = text(100, 1).refine((zone) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return !/^[+-]/.test(zone) && !ICU_ONLY.test(zone);
  } catch {
    return false;
  }
}, 'must be an IANA time zone, as Europe/Berlin');

const Minute = z.number().int().min(0).max(1439);
/** Days as JavaScript numbers them. */
export const WeekDays = z.array(z.number().int().min(0).max(6)).min(1).max(7).meta({ description: '0 is Sunday' });
const Days = WeekDays.transform(ascending);
const Minutes = z.array(Minute).min(1).max(96).transform(ascending);
const IntervalSec = z.number().int().min(60).max(31_536_000);

/** Each once and in order, so that the same schedule is written in one way. */
function ascending(numbers: number[]): number[] {
  return [...new Set(numbers)].toSorted((one, other) => one - other);
}

/** When a schedule runs: minutes of the local day in `timezone`. */
export const Schedule = z.discriminatedUnion('schedule_kind', [
  z.object({ schedule_kind: z.literal('interval'), interval_sec: IntervalSec, timezone: Timezone }),
  z.object({ schedule_kind: z.literal('daily'), run_at_minute: Minute, timezone: Timezone }),
  z.object({
    schedule_kind: z.literal('weekly'),
    days_of_week: Days,
    run_at_minutes: Minutes,
    timezone: Timezone,
  }),
  z.object({ schedule_kind: z.literal('once'), run_at: TimestampInput, timezone: Timezone }),
]);
export type Schedule = z.infer<typeof Schedule>;
const [interval, daily, weekly, once] = Schedule.options;
/** A schedule by itself, as a caller sends it. */
export const ScheduleSent = z.discriminatedUnion('schedule_kind', [
  interval.strict(),
  daily.strict(),
  weekly.strict(),
  once.strict(),
]);

export const scheduleKinds = ['interval', 'daily', 'weekly', 'once'] as const;
const ScheduleKind = z.enum(scheduleKinds);

const owners = { agent_id: Id.nullish(), policy_id: Id.nullish() };
const scheduleFields = {
  interval_sec: IntervalSec.nullish(),
  run_at_minute: Minute.nullish(),
  days_of_week: Days.nullish(),
  run_at_minutes: Minutes.nullish(),
  run_at: TimestampInput.nullish(),
};
/** Without it a script of the library keeps its own limit, and a text of its own has an hour. */
const TimeoutSec = z.number().int().min(10).max(86_400);

const TaskFields = z.strictObject({
  name: Name,
  description: text(2000).trim().default(''),
  script_id: Id.nullish(),
  shell: Shell.nullish(),
  script: ScriptText.nullish(),
  args: Args.default([]),
  env: Env.default({}),
  timeout_sec: TimeoutSec.optional(),
  schedule_kind: ScheduleKind,
  ...scheduleFields,
  timezone: Timezone.default('UTC'),
  run_missed: z.boolean().default(true),
  enabled: z.boolean().default(true),
  ...owners,
});
/** A whole task: one program, the fields of its schedule kind, exactly one owner. */
export const TaskCreate = TaskFields.transform((task, context) => {
  const program = {
    script_id: task.script_id ?? undefined,
    shell: task.shell ?? undefined,
    script: task.script ?? undefined,
  };
  if (!oneProgram.holds(program))
    context.addIssue({ code: 'custom', message: oneProgram.message, path: ['script_id'] });
  if (!task.agent_id === !task.policy_id)
    context.addIssue({ code: 'custom', message: 'exactly one of agent_id and policy_id', path: ['agent_id'] });
  const schedule = Schedule.safeParse(task, { error: issueWords });
  for (const { message, path } of schedule.error?.issues ?? []) context.addIssue({ code: 'custom', message, path });
  return task;
});
export type TaskCreate = z.output<typeof TaskCreate>;

/** The value of a secret parameter is null: no answer holds it, and in a change it stands for what is there. */
const ShownEnv = z.record(VariableName, text(32_768).nullable());

/**
 * What is not named stays, and the result is judged as a whole (TaskCreate). Another script takes the place of the one
 * there, another schedule kind brings its own fields. Its owner never changes.
 */
export const TaskUpdate = z.strictObject({
  name: Name.optional(),
  description: text(2000).trim().optional(),
  script_id: Id.nullish(),
  shell: Shell.nullish(),
  script: ScriptText.nullish(),
  args: Args.optional(),
  env: ShownEnv.optional(),
  timeout_sec: TimeoutSec.optional(),
  schedule_kind: ScheduleKind.optional(),
  ...scheduleFields,
  timezone: Timezone.optional(),
  run_missed: z.boolean().optional(),
  enabled: z.boolean().optional(),
  ...owners,
});
export type TaskUpdate = z.output<typeof TaskUpdate>;

export const Task = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    script_id: Id.nullable(),
    script_name: z.string().nullable(),
    /** Of the library's script, where it is one. */
    shell: Shell,
    /** Null where it is one of the library. */
    script: z.string().nullable(),
    args: Args,
    env: ShownEnv,
    timeout_sec: z.number().int(),
    schedule_kind: ScheduleKind,
    interval_sec: z.number().int().nullable(),
    run_at_minute: z.number().int().nullable(),
    days_of_week: z.array(z.number().int()).nullable().meta({ description: '0 is Sunday' }),
    run_at_minutes: z.array(z.number().int()).nullable(),
    run_at: Timestamp.nullable(),
    timezone: z.string(),
    run_missed: z.boolean(),
    enabled: z.boolean(),
    agent_id: Id.nullable(),
    agent_hostname: z.string().nullable(),
    policy_id: Id.nullable(),
    policy_name: z.string().nullable(),
    approval: ApprovalState,
    /** The standing approval, for its page. */
    approval_id: Id.nullable(),
    /** Everything on which it runs is in the caller's scope, so that the caller may change it, given the permission. */
    changeable: z.boolean(),
    next_run_at: Timestamp.nullable(),
    last_run_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof Task>;

/** As lists have it: GET /api/tasks/{id} has the text of the script. */
export const TaskSummary = Task.omit({ script: true }).meta({ id: 'TaskSummary' });
export type TaskSummary = z.infer<typeof TaskSummary>;

export const TaskQuery = z.strictObject({
  agent_id: Id.optional().describe('A device: the tasks that are its own, without those of policies'),
  policy_id: Id.optional(),
  q: text(200).optional().describe('Text in its name, or that of its device or policy'),
  limit: Limit,
  cursor: Cursor.optional(),
});
export type TaskQuery = z.infer<typeof TaskQuery>;
/** By name. */
export const TaskList = z.object({ tasks: z.array(TaskSummary), next_cursor: z.string().optional() });

/** An enabled task that runs on a device; its own come first. `last_run_at` is when it last ran there. */
export const DeviceTasks = z.object({ tasks: z.array(TaskSummary) });

/** Devices that a run would reach now, of which the caller may see; `unable` of them cannot run it and are left out. */
export const TaskTargets = z.object({ count: z.number().int(), unable: z.number().int() });
export const TaskQueued = z.object({
  /** Jobs that were made. */
  queued: z.number().int(),
  dispatched: z.number().int(),
  proposed: z.number().int(),
  /** Devices that still have a job of this task open. */
  skipped: z.number().int(),
  unable: z.number().int(),
});
export type TaskQueued = z.infer<typeof TaskQueued>;

export const TaskRun = z.object({
  id: Id,
  scheduled_at: Timestamp,
  started_at: Timestamp,
  /** By the clock, late after the server was down, or by hand. */
  cause: z.enum(['schedule', 'missed', 'manual']),
  asked_by: JobActor.nullable(),
  dispatched: z.number().int(),
  proposed: z.number().int(),
  skipped: z.number().int(),
  unable: z.number().int(),
  /** Why nothing could run. */
  error: z.string().nullable(),
});
export type TaskRun = z.infer<typeof TaskRun>;
export const TaskRunQuery = Page;
/** Newest first. */
export const TaskRuns = z.object({ runs: z.array(TaskRun), next_cursor: z.string().optional() });

/** At most 62 days. Without `until` a week. */
export const CalendarQuery = z.strictObject({ since: TimestampInput.optional(), until: TimestampInput.optional() });
export type CalendarQuery = z.infer<typeof CalendarQuery>;
const CalendarTask = Task.pick({
  id: true,
  name: true,
  timezone: true,
  agent_hostname: true,
  policy_name: true,
  approval: true,
});
export const Calendar = z.object({
  since: Timestamp,
  until: Timestamp,
  /** Earliest first, at most 2,000. */
  runs: z.array(z.object({ at: Timestamp, task: CalendarTask })),
  /** Tasks that run more than 24 times a day are not in `runs`. */
  frequent: z.array(
    z.object({ interval_sec: z.number().int().nullable(), next_run_at: Timestamp, task: CalendarTask }),
  ),
  /** There are more runs than are told, from the last one on. */
  truncated: z.boolean(),
});
export type Calendar = z.infer<typeof Calendar>;

/** The next runs of a schedule that has not been saved. */
export const SchedulePreview = z.object({ runs: z.array(Timestamp) });
