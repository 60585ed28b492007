import { invalid } from '../../problem.ts';

const DAY_MS = 86_400_000;

/** @throws 400 for an end that is not after the start, or more than so many days after it */
export function judgeSpan(path: string, from: Date, until: Date, maxDays: number): void {
  if (until <= from)
    throw invalid(path, `${path} must be later than ${path === 'ends_at' ? 'now and starts_at' : 'now'}.`);
  if (until.getTime() - from.getTime() > maxDays * DAY_MS)
    throw invalid(
      path,
      `${path} must be at most ${maxDays} days ${path === 'ends_at' ? 'after starts_at, or after now when that is later' : 'from now'}.`,
    );
}
