import { type Ctx, transaction } from '../context.ts';
import { runScheduled } from './run.ts';
import { nextRun } from './schedule.ts';
import { type StoredSchedule, scheduleColumns, scheduleOf } from './stored-schedule.ts';

/** Later than this a run is one that was missed: the server was down, or its clock was set ahead. */
const MISSED_MS = 60_000;

interface Due extends StoredSchedule {
  id: string;
  next_run_at: string;
  run_missed: boolean;
}

export interface DueWork {
  runs: number;
  /** Tasks whose run failed by a fault of ours; it was undone and comes again. */
  failures: { taskId: string; error: unknown }[];
}

/**
 * Runs every task that is due, each in a transaction of its own: a crash undoes the whole run and the next round makes it.
 * Several servers share the work, because each claims the row it works on. A run that fails holds up no other.
 */
export async function runDue(ctx: Ctx): Promise<DueWork> {
  const work: DueWork = { runs: 0, failures: [] };
  for (;;) {
    const claimed: { id?: string } = {};
    try {
      const ran = await transaction(ctx, (inside) => runOne(inside, claimed, work.failures));
      if (claimed.id === undefined) return work;
      if (ran) work.runs += 1;
    } catch (error) {
      if (claimed.id === undefined) throw error;
      work.failures.push({ taskId: claimed.id, error });
    }
  }
}

async function runOne(ctx: Ctx, claimed: { id?: string }, failures: DueWork['failures']): Promise<boolean> {
  const { sql } = ctx;
  const now = ctx.now();
  const [task] = await sql<Due[]>`
    select t.id, t.next_run_at, t.run_missed, ${scheduleColumns(ctx)} from tasks t
    where t.enabled and t.next_run_at <= ${now} and t.id <> all(${failures.map(({ taskId }) => taskId)}::uuid[])
    order by t.next_run_at limit 1 for update skip locked`;
  claimed.id = task?.id;
  if (!task) return false;
  const scheduledAt = new Date(task.next_run_at);
  const missed = now.getTime() - scheduledAt.getTime() > MISSED_MS;
  await sql`update tasks set next_run_at = ${nextRun(scheduleOf(task), now)} where id = ${task.id}`;
  if (missed && !task.run_missed) return false;
  return runScheduled(ctx, task.id, { scheduledAt, cause: missed ? 'missed' : 'schedule' });
}

/**
 * After the clock was set back, and at the start: a task that waits for a moment further ahead than its schedule says waits
 * no longer than that. A moment that has run does not run again. @returns how many tasks
 */
export async function rearm(ctx: Ctx): Promise<number> {
  return transaction(ctx, async (inside) => {
    const now = inside.now();
    const tasks = await inside.sql<Due[]>`
      select t.id, t.next_run_at, t.run_missed, ${scheduleColumns(inside)} from tasks t
      where t.enabled and t.next_run_at > ${now} and t.schedule_kind <> 'once' order by t.id for update`;
    const early = tasks.flatMap((task) => {
      const next = nextRun(scheduleOf(task), now);
      return next && next < new Date(task.next_run_at) ? [{ id: task.id, next }] : [];
    });
    await inside.sql`
      update tasks t set next_run_at = e.next_run_at::timestamptz
      from unnest(${early.map(({ id }) => id)}::uuid[], ${early.map(({ next }) => next.toISOString())}::text[]) as e (id, next_run_at)
      where t.id = e.id`;
    return early.length;
  });
}

const RUNS_KEPT_DAYS = 90;

/** Removes runs that are long over; their jobs have a retention of their own. */
export async function sweepRuns(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now().getTime() - RUNS_KEPT_DAYS * 86_400_000);
  const { count } = await ctx.sql`
    delete from task_runs where id in (
      select id from task_runs where started_at < ${before} order by started_at limit 5000 for update skip locked)`;
  return count;
}
