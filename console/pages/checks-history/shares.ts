import { joined, type StripPart } from '../../ui/chart/strip-parts.ts';
import type { Series } from './queries.ts';
import { statuses, stripLooks } from './result-look.ts';

type Status = (typeof statuses)[number];
type Point = Series['points'][number];

const countOf = (point: Point): Record<Status, number> => ({
  warning: point.warnings,
  error: point.errors,
  unknown: point.unknowns,
  ok: point.samples - point.warnings - point.errors - point.unknowns,
});

/** How much of the readings said what, 0 to 1; what nobody said is left out. */
export function sharesOf({ points }: Series): { status: Status; share: number }[] {
  const sums = statuses.map((status) => ({
    status,
    count: points.reduce((sum, point) => sum + countOf(point)[status], 0),
  }));
  const all = sums.reduce((sum, { count }) => sum + count, 0);
  return sums.filter(({ count }) => count > 0).map(({ status, count }) => ({ status, share: count / all }));
}

/** The worst of each point, until the next one or as long as one should last. */
export function partsOf({ points, step_sec }: Series, everySec: number): StripPart[] {
  const lengthMs = 1000 * Math.max(step_sec, everySec);
  return joined(
    points.map((point, index) => {
      const from = new Date(point.at);
      const next = points[index + 1];
      // A reading that is a little late leaves no slit.
      const isJoined = next && Date.parse(next.at) - from.getTime() <= 2.5 * lengthMs;
      const until = isJoined ? new Date(next.at) : new Date(from.getTime() + lengthMs);
      return { from, until, look: stripLooks[worstOf(point)] };
    }),
  );
}

function worstOf(point: Point): Status {
  const counts = countOf(point);
  if (counts.error > 0) return 'error';
  if (counts.warning > 0) return 'warning';
  // A reading among unknown ones is still one.
  return counts.ok > 0 ? 'ok' : 'unknown';
}
