import { Problem } from '../problem.ts';

/** `familiar` goes before everybody else and has a line of its own, so that strangers can neither hold it up nor fill it. */
export type Lane = 'familiar' | 'stranger';

/** Of so many places that become free one is a stranger's: a single account that signs in without end would keep all of them out. */
const STRANGERS_TURN = 4;

export type Queue = <T>(lane: Lane, work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `width` works at a time and lets at most `waiting` more stand in either line, so that a flood of sign-ins
 * costs neither all cores nor all memory. @throws 503 busy with Retry-After when the line is full.
 */
export function createQueue(width: number, waiting: number): Queue {
  let running = 0;
  let turn = 0;
  const lines: Record<Lane, (() => void)[]> = { familiar: [], stranger: [] };
  const nextInLine = () => {
    turn = (turn + 1) % STRANGERS_TURN;
    const [first, second] = turn === 0 ? [lines.stranger, lines.familiar] : [lines.familiar, lines.stranger];
    return first.shift() ?? second.shift();
  };
  return async (lane, work) => {
    if (running < width) running += 1;
    else if (lines[lane].length >= waiting)
      throw new Problem(503, 'busy', 'Too many passwords are being checked. Try again in a moment.', {
        headers: { 'Retry-After': '1' },
      });
    else await new Promise<void>((resolve) => lines[lane].push(resolve));
    try {
      return await work();
    } finally {
      const next = nextInLine();
      if (next)
        next(); // takes over this place, so `running` stays
      else running -= 1;
    }
  };
}
