import { Problem } from '../domain/problem.ts';
import type { Log } from './log.ts';
import { answerProblem } from './problem-answer.ts';
import type { Fetch } from './router.ts';

export interface Bounds {
  /** Requests being worked on at once; each holds its body and waits for a connection of the pool. */
  inFlight: number;
  /** Requests whose body is on its way at once. They hold no place among the others: a client may send as slowly as it likes. */
  receiving: number;
  /** After this long a request is answered, whatever it waits for: PostgreSQL that hangs never ends its own statement timeout. */
  deadlineMs: number;
}

/** Twelve connections answer 1,000 waiting requests within their clients' patience; statements end after 30 s by themselves. */
const usual: Bounds = { inFlight: 1000, receiving: 1000, deadlineMs: 35_000 };

/**
 * Keeps a database that hangs, or a flood, from piling requests up without end: 503 with Retry-After over either bound.
 * What a request that ran out of time was doing may still be done; it counts as in flight until it is.
 */
export function boundFetch(fetch: Fetch, log: Log, { inFlight, receiving, deadlineMs }: Bounds = usual): Fetch {
  /** One timer for all costs less than one each. */
  const working = new Set<{ until: number; giveUp: () => void }>();
  const look = () => {
    const now = performance.now();
    for (const work of working) if (work.until <= now) work.giveUp();
  };
  setInterval(look, Math.min(deadlineMs, 1000)).unref();
  const receive = createReception(receiving);
  return (request, peer) => {
    const refuse = (code: string, message: string) => answerProblem(unavailable(code, message), peer.requestId, log);
    if (working.size >= inFlight) return Promise.resolve(refuse('busy', 'Too many requests are waiting.'));
    return new Promise((resolve, reject) => {
      let allowedMs = deadlineMs;
      let answered = false;
      const giveUp = () => {
        answered = true;
        log.error({ requestId: peer.requestId }, 'a request ran out of time');
        work.until = Number.POSITIVE_INFINITY; // it counts until it ends
        resolve(refuse('timeout', 'This took too long; it may still be done.'));
      };
      const work = { until: performance.now() + deadlineMs, giveUp };
      working.add(work);
      const allow = () => {
        if (!answered) work.until = performance.now() + allowedMs; // whoever was answered once is not answered again
      };
      const arrayBuffer = async () => {
        working.delete(work);
        const body = await receive(read);
        allow();
        working.add(work);
        return body;
      };
      const read = request.arrayBuffer.bind(request);
      const extend = (ms: number) => {
        allowedMs = ms;
        allow();
      };
      fetch(Object.defineProperty(request, 'arrayBuffer', { value: arrayBuffer, configurable: true }), {
        ...peer,
        extend,
      })
        .finally(() => working.delete(work))
        .then(resolve, reject);
    });
  };
}

/**
 * Waits for bodies, so many at once: for one more the one that has been coming longest is refused. A thousand connections
 * that never send the rest of theirs would otherwise keep everybody out (ATTACKS.md 47).
 */
function createReception(most: number) {
  const arriving = new Set<() => void>();
  return async <T>(read: () => Promise<T>): Promise<T> => {
    const [oldest] = arriving;
    if (oldest && arriving.size >= most) oldest();
    let refuse = () => {};
    const refused = new Promise<never>((_, reject) => {
      refuse = () => {
        arriving.delete(refuse);
        // what is still to come of it would be read and kept for nothing
        reject(unavailable('busy', 'Your request was coming in too slowly.', { Connection: 'close' }));
      };
    });
    arriving.add(refuse);
    return Promise.race([read(), refused]).finally(() => arriving.delete(refuse));
  };
}

const unavailable = (code: string, message: string, headers: Record<string, string> = {}) =>
  new Problem(503, code, `${message} Try again soon.`, { headers: { 'Retry-After': '2', ...headers } });
