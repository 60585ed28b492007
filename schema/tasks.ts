/** Scheduled tasks and their schedules. SPEC.md, Tasks; CONTRACT.md, Monitoring (schedule_kind). */
import { z } from 'zod';
import { ApprovalState } from './checks.ts';
import { Cursor, Id, Limit, Name, Timestamp, TimestampInput, text } from './common.ts';
import { Args, Env, oneProgram, programFields } from './scripts.ts';
import { Shell } from './shell.ts';

/** IANA time zone, as the runtime knows it. */
export const Timezone = text(100, 1).refine((zone) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return !/^[+-]/.test(zone);
  } catch {
    return false;
  }
}, 'must be an IANA time zone, as Europe/Berlin');

const Minute = z.number().int().min(0).max(1439);
/** Days as JavaScript numbers them: 0 is Sunday. */
const Days = z.array(z.number().int().min(0).max(6)).min(1).max(7);

/** When a schedule runs: minutes of the local day in `timezone`. */
export const Schedule = z.discriminatedUnion('schedule_kind', [
  z.object({
    schedule_kind: z.literal('interval'),
    interval_sec: z.number().int().min(60).max(31_536_000),
    timezone: Timezone,
  }),
  z.object({ schedule_kind: z.literal('daily'), run_at_minute: Minute, timezone: Timezone }),
  z.object({
    schedule_kind: z.literal('weekly'),
    days_of_week: Days,
    run_at_minutes: z.array(Minute).min(1).max(96),
    timezone: Timezone,
  }),
  z.object({ schedule_kind: z.literal('once'), run_at: TimestampInput, timezone: Timezone }),
]);
export type Schedule = z.infer<typeof Schedule>;

const TaskFields = z.strictObject({
  name: Name,
  description: text(2000).trim().default(''),
  ...programFields,
  schedule_kind: z.enum(['interval', 'daily', 'weekly', 'once']),
  interval_sec: z.number().int().min(60).max(31_536_000).nullish(),
  run_at_minute: Minute.nullish(),
  days_of_week: Days.nullish(),
  run_at_minutes: z.array(Minute).min(1).max(96).nullish(),
  run_at: TimestampInput.nullish(),
  timezone: Timezone.default('UTC'),
  run_missed: z.boolean().default(true),
  enabled: z.boolean().default(true),
  agent_id: Id.nullish(),
  policy_id: Id.nullish(),
});
/** A whole task: one program, the fields of its schedule kind, exactly one owner. */
export const TaskCreate = TaskFields.transform((task, context) => {
  if (!oneProgram.holds(task)) context.addIssue({ code: 'custom', message: oneProgram.message, path: ['script_id'] });
  if (!task.agent_id === !task.policy_id)
    context.addIssue({ code: 'custom', message: 'exactly one of agent_id and policy_id', path: ['agent_id'] });
  const schedule = Schedule.safeParse(task);
  for (const { message, path } of schedule.error?.issues ?? []) context.addIssue({ code: 'custom', message, path });
  return task;
});
export type TaskCreate = z.output<typeof TaskCreate>;

export const Task = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    script_id: Id.nullable(),
    script_name: z.string().nullable(),
    shell: Shell,
    /** Null where it is one of the library. */
    script: z.string().nullable(),
    args: Args,
    env: Env,
    timeout_sec: z.number().int(),
    schedule_kind: z.enum(['interval', 'daily', 'weekly', 'once']),
    interval_sec: z.number().int().nullable(),
    run_at_minute: z.number().int().nullable(),
    days_of_week: z.array(z.number().int()).nullable(),
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
    next_run_at: Timestamp.nullable(),
    last_run_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof Task>;

export const TaskQuery = z.strictObject({
  agent_id: Id.optional(),
  policy_id: Id.optional(),
  limit: Limit,
  cursor: Cursor.optional(),
});
/** A task that runs on a device. */
export const DeviceTask = Task.extend({ last_run_here_at: Timestamp.nullable() });
