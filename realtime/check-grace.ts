/** A device has this long to come back after a start before its absence counts (CONTRACT.md, Monitoring). */
const GRACE_MS = 5 * 60_000;
/** Wall clock and monotonic clock drift apart by less between two looks, unless somebody sets the clock. */
const STEP_MS = 30_000;

/**
 * Seconds since the end of the grace after the start; below zero while it lasts. Setting the wall clock is a new start: what
 * is known of when devices were last seen is wrong by as much (ATTACKS.md 53).
 */
export function createGrace(now: () => Date, clock: () => number): () => number {
  let startedAt = clock();
  let offset = now().getTime() - clock();
  return () => {
    const current = now().getTime() - clock();
    if (Math.abs(current - offset) > STEP_MS) startedAt = clock();
    offset = current;
    return (clock() - startedAt - GRACE_MS) / 1000;
  };
}
