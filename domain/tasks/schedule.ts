/**
 * When a task runs. Pure: a schedule and a moment give the next one. Local times are those of the schedule's zone as the
 * runtime's time zone data has them; a local time that a change of the clocks skips is as much later as the clocks went
 * ahead, and one that comes twice is its first (RFC 5545, 3.3.5; Temporal's `compatible`), so each runs once.
 */
import { Temporal } from 'temporal-polyfill';
import type { Schedule } from '../../schema/tasks.ts';

/** A schedule, and for intervals the moment from which they are counted. */
export type Timed = Schedule & { interval_from?: string | null | undefined };

const DAY_MS = 86_400_000;

/** The first moment after `after` at which it runs, or null for never again. Always later than `after`. */
export function nextRun(schedule: Timed, after: Date): Date | null {
  switch (schedule.schedule_kind) {
    case 'interval':
      return nextOfInterval(schedule.interval_sec * 1000, Date.parse(schedule.interval_from ?? '') || 0, after);
    case 'daily':
      return nextLocal([schedule.run_at_minute], undefined, schedule.timezone, after);
    case 'weekly':
      return nextLocal(schedule.run_at_minutes, schedule.days_of_week, schedule.timezone, after);
    case 'once': {
      const at = new Date(schedule.run_at);
      return at > after ? at : null;
    }
  }
}

/** Every moment after `after` and not later than `until`, the first `max` of them. */
export function runsBetween(schedule: Timed, after: Date, until: Date, max: number): Date[] {
  if (schedule.schedule_kind === 'weekly') return localBetween(schedule, after, until, max);
  if (schedule.schedule_kind === 'daily')
    return localBetween({ ...schedule, run_at_minutes: [schedule.run_at_minute] }, after, until, max);
  const runs: Date[] = [];
  for (let at = nextRun(schedule, after); at && at <= until && runs.length < max; at = nextRun(schedule, at))
    runs.push(at);
  return runs;
}

function nextOfInterval(everyMs: number, fromMs: number, after: Date): Date {
  const passed = Math.floor((after.getTime() - fromMs) / everyMs);
  return new Date(fromMs + Math.max(1, passed + 1) * everyMs);
}

/** Days that are looked at: a week, and the days around it whose moments a change of the clocks may have moved. */
const DAYS = 10;

function nextLocal(minutes: number[], weekdays: number[] | undefined, timezone: string, after: Date): Date | null {
  const today = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  let found: number | undefined;
  for (let offset = -1; offset < DAYS; offset++) {
    const day = today.add({ days: offset });
    if (weekdays && !weekdays.includes(day.dayOfWeek % 7)) continue;
    // A skipped time of the day before may come after one of this day, so a find is final one day later.
    if (found !== undefined && found < startOf(day, timezone) - DAY_MS) break;
    for (const minute of minutes) {
      const at = instantOf(day, minute, timezone);
      if (at > after.getTime() && (found === undefined || at < found)) found = at;
    }
  }
  return found === undefined ? null : new Date(found);
}

/** The same as asking nextRun again and again, which would look at each day as often as something runs on it. */
function localBetween(
  { timezone, days_of_week, run_at_minutes }: { timezone: string; days_of_week?: number[]; run_at_minutes: number[] },
  after: Date,
  until: Date,
  max: number,
): Date[] {
  const found = new Set<number>();
  let day = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  day = day.subtract({ days: 1 });
  // Skipped times of the days before come late: what is too much is known a day's worth of runs later.
  const enough = max + 2 * run_at_minutes.length;
  for (; startOf(day, timezone) <= until.getTime() && found.size < enough; day = day.add({ days: 1 })) {
    if (days_of_week && !days_of_week.includes(day.dayOfWeek % 7)) continue;
    for (const minute of run_at_minutes) {
      const at = instantOf(day, minute, timezone);
      if (at > after.getTime() && at <= until.getTime()) found.add(at);
    }
  }
  const runs = [...found].toSorted((one, other) => one - other).slice(0, max);
  return runs.map((at) => new Date(at));
}

const startOf = (day: Temporal.PlainDate, timezone: string): number => day.toZonedDateTime(timezone).epochMilliseconds;

function instantOf(day: Temporal.PlainDate, minute: number, timezone: string): number {
  const time = new Temporal.PlainTime(Math.floor(minute / 60), minute % 60);
  return day.toPlainDateTime(time).toZonedDateTime(timezone, { disambiguation: 'compatible' }).epochMilliseconds;
}
