import { Problem } from '../domain/problem.ts';

/** Work of many, so much of it at once: of everybody, and of each. @param signal who waits for it has gone: it leaves the line */
export type Turns = <T>(key: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

interface Bounds {
  most: number;
  each: number;
  /** How many may wait, of one key and of all. */
  lineOf: number;
  line: number;
}

interface Waiting {
  key: string;
  begin: () => void;
}

/**
 * Lets `most` pieces of work run at once, `each` of them of one key; the others wait in the order in which they came, and
 * nobody waits behind somebody who has as many under way as they may. 429 when so many of one key, or of all, wait: requests
 * that wait here hold places that everybody needs (runtime/bound-fetch.ts). 499 for work that nobody waits for any more.
 */
export function createTurns({ most, each, lineOf, line }: Bounds): Turns {
  const underWay = new Map<string, number>();
  const waiting: Waiting[] = [];
  let running = 0;
  const admit = () => {
    while (running < most) {
      const next = waiting.findIndex(({ key }) => (underWay.get(key) ?? 0) < each);
      const [one] = next < 0 ? [] : waiting.splice(next, 1);
      if (!one) return;
      running += 1;
      underWay.set(one.key, (underWay.get(one.key) ?? 0) + 1);
      one.begin();
    }
  };
  const leave = (key: string) => {
    running -= 1;
    const left = (underWay.get(key) ?? 0) - 1;
    if (left > 0) underWay.set(key, left);
    else underWay.delete(key);
    admit();
  };
  const turnOf = (key: string, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(nobodyWaits());
      const leaveLine = () => {
        waiting.splice(waiting.indexOf(one), 1);
        reject(nobodyWaits());
      };
      const begin = () => {
        signal?.removeEventListener('abort', leaveLine);
        resolve();
      };
      const one = { key, begin };
      signal?.addEventListener('abort', leaveLine);
      waiting.push(one);
      admit();
    });
  return async (key, work, signal) => {
    if (waiting.length >= line || waiting.filter((one) => one.key === key).length >= lineOf)
      throw new Problem(429, 'too_many_requests', 'Too many calls wait already. Try again when some are answered.');
    await turnOf(key, signal);
    try {
      return await work();
    } finally {
      leave(key);
    }
  };
}

const nobodyWaits = () => new Problem(499, 'cancelled', 'Who asked for this went away before its turn came.');
