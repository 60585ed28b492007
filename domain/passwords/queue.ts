import { Problem } from '../problem.ts';

/**
 * Runs at most `width` works at a time and lets at most `waiting` more stand in line, so that a flood of sign-ins costs
 * neither all cores nor all memory. @throws 503 busy with Retry-After when the line is full.
 */
export function createQueue(width: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (running < width) running += 1;
    else if (line.length >= waiting)
      throw new Problem(503, 'busy', 'Too many passwords are being checked. Try again in a moment.', {
        headers: { 'Retry-After': '1' },
      });
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next)
        next(); // takes over this place, so `running` stays
      else running -= 1;
    }
  };
}
