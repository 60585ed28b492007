import { Problem } from '../domain/problem.ts';
import type { Log } from './log.ts';
import { answerProblem } from './problem-answer.ts';
import type { Fetch } from './router.ts';

export interface Bounds {
  /** Requests being worked on at once; each holds its body and waits for a connection of the pool. */
  inFlight: number;
  /** After this long a request is answered, whatever it waits for: PostgreSQL that hangs never ends its own statement timeout. */
  deadlineMs: number;
}

/** Twelve connections answer 1,000 waiting requests within their clients' patience; statements end after 30 s by themselves. */
const usual: Bounds = { inFlight: 1000, deadlineMs: 35_000 };

/**
 * Keeps a database that hangs, or a flood, from piling requests up without end: 503 with Retry-After over either bound.
 * What a request that ran out of time was doing may still be done; it counts as in flight until it is.
 */
export function boundFetch(fetch: Fetch, log: Log, { inFlight, deadlineMs }: Bounds = usual): Fetch {
  let working = 0;
  return async (request, peer) => {
    if (working >= inFlight)
      return answerProblem(unavailable('busy', 'Too many requests are waiting.'), peer.requestId, log);
    working += 1;
    const work = fetch(request, peer).finally(() => {
      working -= 1;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Response>((resolve) => {
      timer = setTimeout(() => {
        log.error({ requestId: peer.requestId }, 'a request ran out of time');
        resolve(
          answerProblem(unavailable('timeout', 'This took too long; it may still be done.'), peer.requestId, log),
        );
      }, deadlineMs);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  };
}

const unavailable = (code: string, message: string) =>
  new Problem(503, code, `${message} Try again soon.`, { headers: { 'Retry-After': '2' } });
