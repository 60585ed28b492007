import { invalid } from '../../problem.ts';

const DAY_MS = 86_400_000;

/** @throws 400 for an end that is not after the start, or more than so many days after it */
export function judgeSpan(path: string, from: Date, until: Date, maxDays: number): void {
  if (until <= from) throw invalid(path, 'must lie ahead');
  if (until.getTime() - from.getTime() > maxDays * DAY_MS)
    throw invalid(path, `must lie at most ${maxDays} days ahead`);
}
