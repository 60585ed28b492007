import { invalid } from '../problem.ts';

/** At most so many points in a chart; more than a screen has columns. */
const POINTS_MAX = 1000;
/** Up to here single readings are read, beyond it the hours that were rolled up. */
const RAW_MAX_SEC = 48 * 3600;
/** Longer is a mistake in a year. */
const RANGE_MAX_SEC = 3660 * 86_400;
const STEPS_SEC = [10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];

export interface ChartRange {
  since: Date;
  until: Date;
  /** Width of a point; points begin at multiples of it since 1970. */
  stepSec: number;
  /** Read the hours: single readings would be too many. */
  long: boolean;
}

/** The range of a chart and the width of its points. @throws 400 when it ends before it begins, or is longer than ten years */
export function chartRange(since: Date, until: Date, points: number = POINTS_MAX): ChartRange {
  const lengthSec = (until.getTime() - since.getTime()) / 1000;
  if (lengthSec <= 0) throw invalid('since', 'since must be before until.');
  if (lengthSec > RANGE_MAX_SEC) throw invalid('since', 'since must be at most ten years before until.');
  const long = lengthSec > RAW_MAX_SEC;
  const fitting = STEPS_SEC.find((step) => lengthSec / step <= points && (!long || step >= 3600));
  const stepSec = fitting ?? Math.ceil(lengthSec / points / 86_400) * 86_400;
  return { since, until, stepSec, long };
}
