import { formatClock, formatShortDay } from '../../i18n/format.ts';

const DAY_SEC = 86_400;

/** The clock within a day or so, beyond it the day: midnight of a mark is the day itself. */
export function axisTime(at: Date, spanSec: number): string {
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0;
  return isMidnight || spanSec > 2 * DAY_SEC ? formatShortDay(at) : formatClock(at);
}
