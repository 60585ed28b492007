import { Problem } from '../problem.ts';

/** `familiar` goes before everybody else and has a line of its own, so that strangers can neither hold it up nor fill it. */
export type Lane = 'familiar' | 'stranger';

/** Of so many places that become free one is a stranger's: a single account that signs in without end would keep all of them out. */
const STRANGERS_TURN = 4;

export type Queue = <T>(lane: Lane, work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `width` works at a time, of which strangers leave one to the familiar, and lets at most `waiting` more stand
 * in either line: a flood of sign-ins costs neither all cores nor all memory, and who comes back waits for no stranger.
 * @throws 503 busy with Retry-After when the line is full.
 */
export function createQueue(width: number, waiting: number): Queue {
  const running: Record<Lane, number> = { familiar: 0, stranger: 0 };
  const lines: Record<Lane, (() => void)[]> = { familiar: [], stranger: [] };
  const most: Record<Lane, number> = { familiar: width, stranger: Math.max(1, width - 1) };
  const hasPlace = (lane: Lane) => running.familiar + running.stranger < width && running[lane] < most[lane];
  let turn = 0;
  const admitNext = () => {
    turn = (turn + 1) % STRANGERS_TURN;
    const order: Lane[] = turn === 0 ? ['stranger', 'familiar'] : ['familiar', 'stranger'];
    const lane = order.find((one) => lines[one].length > 0 && hasPlace(one));
    if (!lane) return;
    running[lane] += 1;
    lines[lane].shift()?.();
  };
  return async (lane, work) => {
    if (hasPlace(lane)) running[lane] += 1;
    else if (lines[lane].length >= waiting)
      throw new Problem(503, 'busy', 'Too many passwords are being checked. Try again in a moment.', {
        headers: { 'Retry-After': '1' },
      });
    else await new Promise<void>((resolve) => lines[lane].push(resolve)); // whoever calls it has counted it
    try {
      return await work();
    } finally {
      running[lane] -= 1;
      admitNext();
    }
  };
}
