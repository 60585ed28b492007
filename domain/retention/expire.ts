import { sweepWindows } from '../alerts/suppressions/sweep.ts';
import { type Ctx, transaction } from '../context.ts';
import { sweepSoftware } from '../inventory/software.ts';
import { expireFailedMail } from '../mail/claim.ts';
import { expireFailedNotices } from '../notifications/pending.ts';
import type { Fragment } from '../sql.ts';
import { sweepRuns } from '../tasks/due.ts';
import { advance, type RetentionClock } from './clock.ts';

const DAY_MS = 86_400_000;
/** CONTRACT.md, Devices: health samples. */
const HEALTH_DAYS = 90;
/** Rows of one statement: some tens of milliseconds, between which others have their turn. */
const BATCH = 5000;
/** An alert takes its timeline along. */
const ALERT_BATCH = 200;
/** Dropping a partition waits for whoever reads the table, and whoever comes next waits behind it. */
const LOCK_MS = 1000;
const LOCK_TRIES = 5;
/** PostgreSQL manual, Appendix A: lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03';

/** What a run removed, by what it was, what it could not, and how far expiry lies behind. */
export interface Expired {
  clock: RetentionClock;
  removed: Record<string, number>;
  failures: { what: string; error: unknown }[];
}

/**
 * Removes monitoring history that is older than it is to be kept (SPEC.md, Limits): in small batches, with `pause` between
 * them. Never an alert that is not resolved, an execution that is pending (they lie in check_instances), or mail and notices
 * that still wait; nothing of the audit trail. What fails keeps nothing else from being removed: the disk would fill.
 */
export async function expire(ctx: Ctx, pause: () => Promise<void>): Promise<Expired> {
  const clock = await advance(ctx);
  // The sweeps of other nouns reckon from the same clock, not from one that may have jumped.
  const then: Ctx = { ...ctx, now: () => clock.at };
  const { alertRetentionDays, checkResultRetentionDays } = ctx.settings;
  const before = (days: number) => new Date(clock.at.getTime() - days * DAY_MS);
  const results = before(checkResultRetentionDays);
  const health = before(HEALTH_DAYS);
  const all = (work: () => Promise<number>) => untilDone(work, pause);
  const { sql } = ctx;
  return {
    clock,
    ...(await each({
      alerts: () => all(() => expireAlerts(ctx, before(alertRetentionDays))),
      'days of check results': () => dropDays(ctx, 'check_results', results, pause),
      'days of health samples': () => dropDays(ctx, 'device_health', health, pause),
      'check results of no day': () => all(() => removeRows(ctx, sql`check_results_default`, sql`at < ${results}`)),
      'health samples of no day': () => all(() => removeRows(ctx, sql`device_health_default`, sql`at < ${health}`)),
      'hours of check results': () => all(() => removeRows(ctx, sql`check_result_hours`, sql`hour < ${results}`)),
      'hours of health': () => all(() => removeRows(ctx, sql`device_health_hours`, sql`hour < ${health}`)),
      'rolled hours': () =>
        all(() => removeRows(ctx, sql`rolled_hours`, sql`hour < ${new Date(Math.min(+results, +health))}`)),
      'failed mail': () => all(() => expireFailedMail(then)),
      'failed notices': () => expireFailedNotices(then),
      'suppression windows': () => sweepWindows(then),
      'runs of tasks': () => all(() => sweepRuns(then)),
      'programs of no device': () => sweepSoftware(ctx),
    })),
  };
}

/** One after the other, whatever becomes of those before. */
async function each(steps: Record<string, () => Promise<number>>): Promise<Pick<Expired, 'removed' | 'failures'>> {
  const removed: Expired['removed'] = {};
  const failures: Expired['failures'] = [];
  for (const [what, step] of Object.entries(steps))
    try {
      removed[what] = await step();
    } catch (error) {
      failures.push({ what, error });
    }
  return { removed, failures };
}

/** Until a turn finds nothing more. */
async function untilDone(work: () => Promise<number>, pause: () => Promise<void>): Promise<number> {
  for (let removed = 0; ; ) {
    const count = await work();
    removed += count;
    if (count === 0) return removed;
    await pause();
  }
}

/** One that is reopened meanwhile is passed over: the condition is asked again once the row is locked. */
async function expireAlerts({ sql }: Ctx, before: Date): Promise<number> {
  const { count } = await sql`
    delete from alerts where id in (
      select r.id from alerts r where r.status = 'resolved' and r.resolved_at < ${before}
      order by r.resolved_at limit ${ALERT_BATCH} for update skip locked)`;
  return count;
}

async function removeRows({ sql }: Ctx, table: Fragment, old: Fragment): Promise<number> {
  const { count } = await sql`
    delete from ${table} where ctid = any(array(select ctid from ${table} where ${old} limit ${BATCH}))`;
  return count;
}

/** A day at a time, each in a transaction of its own that gives up when somebody holds the table. */
async function dropDays(
  ctx: Ctx,
  table: 'check_results' | 'device_health',
  before: Date,
  pause: () => Promise<void>,
): Promise<number> {
  const last = before.toISOString().slice(0, 10);
  const days = await ctx.sql<{ day: string }[]>`
    select (day + 1)::text as day from day_partitions(${table}::text::regclass) where day < ${last}::text::date order by day`;
  let dropped = 0;
  for (const { day } of days) {
    dropped += await dropDay(ctx, table, day, pause);
    await pause();
  }
  return dropped;
}

async function dropDay(ctx: Ctx, table: string, before: string, pause: () => Promise<void>): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction(ctx, async ({ sql }) => {
        await sql`select set_config('lock_timeout', ${String(LOCK_MS)}, true)`;
        const [row] = await sql<{ dropped: number }[]>`
          select drop_day_partitions(${table}::text, ${before}::text::date) as dropped`;
        return row?.dropped ?? 0;
      });
    } catch (error) {
      const locked = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!locked) throw error;
      if (tries >= LOCK_TRIES) return 0; // tomorrow's run finds it again
      await pause();
    }
  }
}
