import type { Task, TaskCreate, TaskUpdate } from '../../schema/tasks.ts';
import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';
import type { JsonText } from '../json-text.ts';
import { holdOwner } from '../policies/owned.ts';
import { invalid, notFound } from '../problem.ts';
import { resolveProgram } from '../scripts/resolve.ts';
import { dropStanding, keepStanding } from '../standing-approvals/keep.ts';
import { holdTask } from './access.ts';
import { changedFields, merge, readStored, statesAll } from './judge.ts';
import { read } from './list.ts';
import { nextRun } from './schedule.ts';
import { scheduleOf } from './stored-schedule.ts';

/**
 * Makes a task of a device or a policy. Saved with jobs.manage it is approved, and its runs go out without a wait;
 * otherwise they are proposed (domain/standing-approvals/).
 * @throws 404 device_not_found, policy_not_found, script_not_found; 403 out_of_scope; 400 invalid_parameter
 */
export async function create(ctx: Ctx, task: TaskCreate): Promise<JsonText<Task>> {
  const names = await holdOwner(ctx, { agent_id: task.agent_id ?? null, policy_id: task.policy_id ?? null });
  const { shell, timeout_sec } = await resolve(ctx, task);
  const now = ctx.now();
  const row = { ...rowOf(ctx, task, timeout_sec), interval_from: now, next_run_at: firstRun(task, now, now) };
  const [made] = await ctx.sql<{ id: string }[]>`insert into tasks ${ctx.sql(row)} returning id`;
  const id = made?.id ?? '';
  await ctx.audit('task.create', { id, name: task.name }, { schedule: task.schedule_kind, shell, ...names });
  await keepStanding(ctx, 'task', id);
  told(ctx, id, task.policy_id);
  return read(ctx, id);
}

/**
 * Changes what is named of a task. When it next runs is worked out anew when its schedule changes or it is enabled.
 * @throws 404, 403 out_of_scope; 400 as judge.ts says, invalid_parameter, a `run_at` that has passed; 404 script_not_found
 */
export async function update(ctx: Ctx, id: string, wanted: TaskUpdate): Promise<JsonText<Task>> {
  const { device, policy } = await holdTask(ctx, id);
  const before = await readStored(ctx, id);
  const task = merge(before, wanted);
  const fields = changedFields(before, task);
  const limit = await newLimit(ctx, task, fields);
  const timed = await timing(ctx, id, task, fields);
  await ctx.sql`
    update tasks set ${ctx.sql({ ...rowOf(ctx, task, limit), ...timed, updated_at: ctx.now() })} where id = ${id}`;
  if (fields.length > 0) await ctx.audit('task.update', { id, name: task.name }, { fields, device, policy });
  await keepStanding(ctx, 'task', id, { stated: statesAll(wanted, task) });
  told(ctx, id, task.policy_id);
  return read(ctx, id);
}

/** Deletes a task with its runs; its jobs stay, and those under way go on. @throws 404, 403 out_of_scope */
export async function remove(ctx: Ctx, id: string): Promise<void> {
  const { agent_id: _, policy_id, ...names } = await holdTask(ctx, id);
  await dropStanding(ctx, 'task', [id]);
  const [task] = await ctx.sql<{ name: string }[]>`delete from tasks where id = ${id} returning name`;
  if (!task) throw notFound('task');
  await ctx.audit('task.delete', { id, name: task.name }, names);
  told(ctx, id, policy_id);
}

const resolve = (ctx: Ctx, { script_id, shell, script, args, env, timeout_sec }: TaskCreate) =>
  resolveProgram(ctx, {
    ...{ script_id: script_id ?? undefined, shell: shell ?? undefined, script: script ?? undefined },
    ...{ args, env, timeout_sec },
  });

const PROGRAM = ['script_id', 'shell', 'script', 'args', 'env'];

/** A program that a save changes has to hold; one that it leaves alone may have been broken by an edit of the library. */
async function newLimit(ctx: Ctx, task: TaskCreate, fields: string[]): Promise<number> {
  if (task.timeout_sec === undefined || fields.some((field) => PROGRAM.includes(field)))
    return (await resolve(ctx, task)).timeout_sec;
  return task.timeout_sec;
}

const SCHEDULE = [
  'schedule_kind',
  'interval_sec',
  'run_at_minute',
  'days_of_week',
  'run_at_minutes',
  'run_at',
  'timezone',
];

async function timing(ctx: Ctx, id: string, task: TaskCreate, fields: string[]) {
  const now = ctx.now();
  const anew = fields.some((field) => SCHEDULE.includes(field));
  if (anew) return { interval_from: now, next_run_at: firstRun(task, now, now) };
  if (!fields.includes('enabled')) return {};
  const [row] = await ctx.sql<{ interval_from: string }[]>`select interval_from from tasks where id = ${id}`;
  return { next_run_at: firstRun(task, new Date(row?.interval_from ?? now), now) };
}

function firstRun(task: TaskCreate, from: Date, now: Date): Date | null {
  if (!task.enabled) return null;
  const next = nextRun({ ...scheduleOf(task), interval_from: from.toISOString() }, now);
  if (next === null) throw invalid('run_at', 'run_at has passed: name a moment that is still to come.');
  return next;
}

/** The columns of what a person writes. */
const rowOf = ({ sql }: Ctx, task: TaskCreate, timeoutSec: number) => {
  const { interval_sec, run_at_minute, days_of_week, run_at_minutes, run_at } = task;
  return {
    ...{ name: task.name, description: task.description, args: task.args, env: sql.json(task.env) },
    ...{ script_id: task.script_id ?? null, shell: task.shell ?? null, script: task.script ?? null },
    ...{ timeout_sec: timeoutSec, schedule_kind: task.schedule_kind, timezone: task.timezone },
    ...{ interval_sec: interval_sec ?? null, run_at_minute: run_at_minute ?? null, days_of_week: days_of_week ?? null },
    ...{ run_at_minutes: run_at_minutes ?? null, run_at: run_at ?? null, run_missed: task.run_missed },
    ...{ enabled: task.enabled, agent_id: task.agent_id ?? null, policy_id: task.policy_id ?? null },
  };
};

function told(ctx: Ctx, id: string, policyId: string | null | undefined): void {
  changed(ctx, 'tasks', [id]);
  if (policyId) changed(ctx, 'policies', [policyId]);
}
