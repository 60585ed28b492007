/**
 * When a window is active: pure, so that tests hold the clock. A recurring window begins at a minute of the local day and
 * lasts a number of minutes that really pass, as RFC 5545 has it for durations in hours and minutes (3.3.6): daylight saving
 * moves its local end, never its length. A beginning that the clock skips comes as much later as is skipped; of one that the
 * clock shows twice, the first counts.
 */
import { Temporal } from 'temporal-polyfill';
import type { Recurrence } from '../../../schema/alert-suppressions.ts';

export interface Window {
  startsAt: Date;
  endsAt: Date;
  recurrence: Recurrence | null;
}

/** Active from `from` on, until before `until`. */
export interface Interval {
  from: Date;
  until: Date;
}

const MINUTE_MS = 60_000;
const DAY_MIN = 1440;

/** The first interval that is not over at `at`: the one that is under way, or the next. Null when there is none any more. */
export function nextActive(window: Window, at: Date): Interval | null {
  if (window.endsAt <= at) return null;
  if (!window.recurrence) return { from: window.startsAt, until: window.endsAt };
  return nextOccurrence(window, window.recurrence, Math.max(at.getTime(), window.startsAt.getTime()));
}

export function isActive(window: Window, at: Date): boolean {
  const interval = nextActive(window, at);
  return interval !== null && interval.from <= at;
}

/** Looks at the days whose occurrence may still be under way at `at`, and at the week after. */
function nextOccurrence(window: Window, recurrence: Recurrence, at: number): Interval | null {
  const { days_of_week, start_minute, duration_min, timezone } = recurrence;
  const plainTime = Temporal.PlainTime.from({ hour: Math.floor(start_minute / 60), minute: start_minute % 60 });
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate();
  const back = Math.ceil(duration_min / DAY_MIN) + 1;
  for (let day = -back; day <= 8; day++) {
    const date = today.add({ days: day });
    if (!days_of_week.includes(date.dayOfWeek % 7)) continue;
    const begins = date.toZonedDateTime({ timeZone: timezone, plainTime }).epochMilliseconds;
    const from = Math.max(begins, window.startsAt.getTime());
    const until = Math.min(begins + duration_min * MINUTE_MS, window.endsAt.getTime());
    if (until > at && from < until) return { from: new Date(from), until: new Date(until) };
  }
  return null;
}
