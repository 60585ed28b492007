import type { Ctx } from '../domain/context.ts';
import { rearm, runDue } from '../domain/tasks/due.ts';
import type { Log } from './log.ts';
import type { Scheduler } from './scheduler.ts';

const TICK_MS = 1000;
/** The clock was set back, rather than put right by a time server. */
const SET_BACK_MS = 5000;

/** Looks each second for tasks that are due. Several servers may do so: each run is claimed in the database. */
export function watchTasks(scheduler: Scheduler, ctx: Ctx, log: Log): void {
  let last: number | undefined;
  scheduler.every(TICK_MS, 'run scheduled tasks', async () => {
    const now = ctx.now().getTime();
    if (last === undefined || now < last - SET_BACK_MS) {
      const tasks = await rearm(ctx);
      if (tasks > 0) log.warn({ tasks }, 'the clock was set back: tasks run earlier than they had been planned');
    }
    last = now;
    const { runs, failures } = await runDue(ctx);
    for (const { taskId, error } of failures)
      log.error({ err: error, task: taskId }, 'a task could not be run; it comes again');
    if (runs > 0) log.info({ runs }, 'tasks run');
  });
}
