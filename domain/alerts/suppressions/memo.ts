import { type Interval, nextActive, type Window } from './windows.ts';

/** Windows kept at most; more of them begin anew. */
const KEPT = 5000;

/**
 * nextActive, which costs some 50 µs for a recurring window, remembered for each window until its interval is over: it is
 * asked of every window with every batch of observations.
 */
export function createMemo(): (id: string, window: Window, at: Date) => Interval | null {
  const known = new Map<string, { askedAt: Date; interval: Interval | null }>();
  return (id, window, at) => {
    if (!window.recurrence) return nextActive(window, at);
    // Windows never change, but for an earlier end.
    const key = `${id} ${window.endsAt.getTime()}`;
    const before = known.get(key);
    if (before && before.askedAt <= at && (before.interval === null || at < before.interval.until))
      return before.interval;
    const interval = nextActive(window, at);
    if (known.size >= KEPT) known.clear();
    known.set(key, { askedAt: at, interval });
    return interval;
  };
}
