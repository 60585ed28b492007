import type { TaskQueued, TaskRun } from '../../schema/tasks.ts';
import { systemActor } from '../actor.ts';
import { changed } from '../changed.ts';
import { actingAs, type Ctx } from '../context.ts';
import { jobActor } from '../jobs/job-actor.ts';
import { notFound, Problem } from '../problem.ts';
import { everything } from '../scope.ts';
import { mayApprove } from '../standing-approvals/may-approve.ts';
import { runStanding } from '../standing-approvals/run.ts';
import { readSubject, type Subject } from '../standing-approvals/subjects.ts';
import { holdTask } from './access.ts';
import { findTargets } from './targets.ts';

interface Moment {
  scheduledAt: Date;
  cause: TaskRun['cause'];
}

/**
 * Runs a task now, besides its schedule: approved devices get it at once when the caller could approve it too, all others
 * get a proposal, in the caller's name. Nobody else runs, saves or deletes it meanwhile.
 * @throws 404 task_not_found, 403 out_of_scope; what resolving its program throws
 */
export async function runNow(ctx: Ctx, id: string): Promise<TaskQueued> {
  await holdTask(ctx, id);
  const subject = await readSubject(ctx, 'task', id);
  if (!subject) throw notFound('task');
  if (subject.runs instanceof Problem) throw subject.runs;
  const runId = await begin(ctx, id, { scheduledAt: ctx.now(), cause: 'manual' });
  const outcome = await carryOut(ctx, subject, mayApprove(ctx));
  await end(ctx, id, runId, outcome);
  const { dispatched, proposed, skipped } = outcome;
  await ctx.audit('task.run', { id, name: subject.name }, { dispatched, proposed, skipped });
  return { ...outcome, queued: dispatched + proposed };
}

/**
 * Runs a task for a moment of its schedule, once: a moment that has run is left alone. The caller holds its row.
 * @returns whether it ran
 */
export async function runScheduled(ctx: Ctx, id: string, moment: Moment): Promise<boolean> {
  const subject = await readSubject(ctx, 'task', id);
  if (!subject) return false;
  const acting = actingAs(ctx, systemActor(subject.name), everything);
  const runId = await begin(acting, id, moment);
  if (runId === undefined) return false;
  if (subject.runs instanceof Problem) await fail(acting, id, runId, subject.runs);
  else await end(acting, id, runId, await carryOut(acting, subject, true));
  return true;
}

type Outcome = Omit<TaskQueued, 'queued'>;

async function carryOut(ctx: Ctx, subject: Subject, mayDispatch: boolean): Promise<Outcome> {
  const { runs } = subject;
  if (runs instanceof Problem) throw runs;
  const { due, skipped, unable } = await findTargets(ctx, subject);
  const made = await runStanding(ctx, {
    ...{ subject, form: runs, deviceIds: due, source: 'task', mayDispatch },
    cause: { task_id: subject.id },
    proposedBy: await jobActor(ctx),
  });
  return { ...made, skipped, unable };
}

/** @returns the run's id; undefined when this moment has run already */
async function begin(ctx: Ctx, taskId: string, { scheduledAt, cause }: Moment): Promise<string | undefined> {
  const by = cause === 'manual' ? ctx.sql.json(await jobActor(ctx)) : null;
  const [run] = await ctx.sql<{ id: string }[]>`
    insert into task_runs (task_id, scheduled_at, started_at, cause, asked_by)
    values (${taskId}, ${scheduledAt}, ${ctx.now()}, ${cause}, ${by})
    on conflict (task_id, scheduled_at) where cause <> 'manual' do nothing returning id`;
  return run?.id;
}

async function end(ctx: Ctx, taskId: string, runId: string | undefined, outcome: Outcome): Promise<void> {
  await ctx.sql`update task_runs set ${ctx.sql(outcome)} where id = ${runId ?? ''}`;
  await ctx.sql`update tasks set last_run_at = ${ctx.now()} where id = ${taskId}`;
  changed(ctx, 'tasks', [taskId]);
}

async function fail(ctx: Ctx, taskId: string, runId: string, { message, extras }: Problem): Promise<void> {
  const [issue] = extras.issues ?? [];
  const error = issue ? `${issue.path}: ${issue.message}` : message;
  await ctx.sql`update task_runs set error = ${error} where id = ${runId}`;
  changed(ctx, 'tasks', [taskId]);
}
