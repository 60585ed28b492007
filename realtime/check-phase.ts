/** When a check runs on a device. Times in ms of one clock; intervals in ms. */

/** A number of 32 bits that spreads well (FNV-1a), the same in every run: each pair of check and device keeps its place. */
export function phaseOf(checkId: string, deviceId: string): number {
  let hash = 0x811c9dc5;
  for (const id of [checkId, deviceId])
    for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 16;
  return hash >>> 0;
}

/** The first moment at or after `after` that lies at the pair's phase within the interval. `origin` is where the grid begins. */
export function nextOnGrid(after: number, intervalMs: number, phase: number, origin: number): number {
  const offset = (phase % intervalMs) - origin;
  return Math.ceil((after - offset) / intervalMs) * intervalMs + offset;
}

/** A check that never ran on a device runs within this time, spread so that thousands do not come at once. */
export const FIRST_SPREAD_MS = 3000;
/** One whose time passed while the server or the device was away: within this. */
const OVERDUE_SPREAD_MS = 30_000;

/**
 * When a check runs next on a device that has just come: soon if it never ran or is overdue, otherwise at its place on the
 * grid, at least half an interval after it last ran. `ageMs`: since it last ran; below zero, after the clock was set back,
 * counts as just now.
 */
export function firstDue(
  now: number,
  { intervalMs, ageMs, phase }: { intervalMs: number; ageMs: number | null; phase: number },
  origin: number,
): number {
  if (ageMs === null) return now + (phase % Math.min(intervalMs, FIRST_SPREAD_MS));
  if (ageMs >= intervalMs) return now + (phase % Math.min(intervalMs, OVERDUE_SPREAD_MS));
  return nextOnGrid(Math.max(now, now - Math.max(ageMs, 0) + intervalMs / 2), intervalMs, phase, origin);
}

/** After it ran at `ran`: the next place on the grid that is at least half an interval away. What was missed is not made up for. */
export const nextDue = (ran: number, intervalMs: number, phase: number, origin: number): number =>
  nextOnGrid(ran + intervalMs / 2, intervalMs, phase, origin);
