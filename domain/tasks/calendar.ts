import type { Calendar, CalendarQuery, Schedule, Task } from '../../schema/tasks.ts';
import type { Ctx } from '../context.ts';
import { invalid } from '../problem.ts';
import { taskVisible } from './access.ts';
import { taskJoins } from './columns.ts';
import { runsBetween } from './schedule.ts';
import { type StoredSchedule, scheduleColumns, scheduleOf } from './stored-schedule.ts';

const DAY_MS = 86_400_000;
const RANGE_MAX_DAYS = 62;
const RUNS_MAX = 2000;
/** Held while they are gathered, so that a thousand dense schedules are no million runs in memory. */
const RUNS_KEPT = 20_000;
/** Runs a day beyond which a task is told by its rhythm alone. */
const PER_DAY_MAX = 24;

type Brief = Pick<Task, 'id' | 'name' | 'timezone' | 'agent_hostname' | 'policy_name' | 'approval'>;

/**
 * The runs that lie ahead in a range, of the enabled tasks that the caller sees: worked out from the schedules, nothing of
 * it is stored. What lies in the past is no run ahead, so the range begins now at the earliest.
 * @throws 400 invalid_input for a range that is backwards or longer than 62 days
 */
export async function calendar(ctx: Ctx, query: CalendarQuery): Promise<Calendar> {
  const now = ctx.now();
  const asked = query.since === undefined ? now : new Date(query.since);
  const since = asked < now ? now : asked;
  const until = query.until === undefined ? new Date(since.getTime() + 7 * DAY_MS) : new Date(query.until);
  if (until <= asked) throw invalid('until', 'until must be later than since.');
  if (until.getTime() - asked.getTime() > RANGE_MAX_DAYS * DAY_MS)
    throw invalid('until', `until must be at most ${RANGE_MAX_DAYS} days after since.`);
  const tasks = await ctx.sql<(Brief & StoredSchedule & { interval_sec: number | null })[]>`
    select t.id, t.name, o.hostname as agent_hostname, p.name as policy_name, a.state as approval, ${scheduleColumns(ctx)}
    from tasks t ${taskJoins(ctx)}
    where t.enabled and t.next_run_at <= ${until} and ${taskVisible(ctx)} order by t.id`;
  const days = Math.max(1, (until.getTime() - since.getTime()) / DAY_MS);
  const runs: Calendar['runs'] = [];
  const frequent: Calendar['frequent'] = [];
  let truncated = false;
  for (const { id, name, timezone, agent_hostname, policy_name, approval, ...schedule } of tasks) {
    const task = { id, name, timezone, agent_hostname, policy_name, approval };
    const max = Math.min(RUNS_MAX, Math.ceil(days * PER_DAY_MAX));
    const moments = runsBetween(
      scheduleOf({ ...schedule, ...{ timezone } }),
      new Date(since.getTime() - 1),
      until,
      max + 1,
    );
    const [first] = moments;
    if (first && moments.length > max) {
      frequent.push({ interval_sec: schedule.interval_sec, next_run_at: first.toISOString(), task });
      continue;
    }
    for (const at of moments) runs.push({ at: at.toISOString(), task });
    if (runs.length > RUNS_KEPT) truncated = cut(runs) || truncated;
    await turn();
  }
  truncated = cut(runs) || truncated;
  return { since: since.toISOString(), until: until.toISOString(), ...{ runs, frequent, truncated } };
}

/** Keeps the earliest runs. @returns whether there were more */
function cut(runs: Calendar['runs']): boolean {
  runs.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return runs.splice(RUNS_MAX).length > 0;
}

/** Lets others have their turn: two months of a schedule that runs each hour cost 5 ms, and there may be hundreds of them. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const PREVIEWED = 5;

/** The next runs of a schedule as if it were saved now; none for a moment that has passed. */
export function preview(ctx: Pick<Ctx, 'now'>, schedule: Schedule): { runs: string[] } {
  const now = ctx.now();
  const timed = { ...schedule, interval_from: now.toISOString() };
  const far = new Date(now.getTime() + 100 * 365 * DAY_MS);
  return { runs: runsBetween(timed, now, far, PREVIEWED).map((at) => at.toISOString()) };
}
