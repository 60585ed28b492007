import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../domain/problem.ts';

/**
 * Counts calls per key in a window. In memory, because one process serves all of HTTP (SPEC.md, Limits: one replica);
 * bounded, because rate-limiter-flexible drops a key when its window ends.
 */
export interface RateLimiter {
  /** Throws 429 with Retry-After when the key has used up its points. */
  check: (limit: Window, key: string) => Promise<void>;
  /** Spends a point; throws 429 when there was none left. */
  spend: (limit: Window, key: string) => Promise<void>;
  /**
   * Begins an attempt that may turn out to be a failure, and gives back what ends it. While as many are under way as points
   * are left the next one waits, so that a burst can't pass before its first failure is counted. Throws 429 like check, and
   * when as many wait as may.
   */
  enter: (limit: Window, key: string) => Promise<() => void>;
}

export interface Window {
  name: string;
  points: number;
  windowSec: number;
}

export function createRateLimiter(): RateLimiter {
  const limiters = new Map<string, RateLimiterMemory>();
  const of = ({ name, points, windowSec }: Window): RateLimiterMemory => {
    const known = limiters.get(name);
    if (known) return known;
    const made = new RateLimiterMemory({ keyPrefix: name, points, duration: windowSec });
    limiters.set(name, made);
    return made;
  };
  /** Points used so far. @throws 429 when none is left */
  const used = async (limit: Window, key: string): Promise<number> => {
    const state = await of(limit).get(key);
    if (state && state.consumedPoints >= limit.points) throw tooMany(state.msBeforeNext);
    return state?.consumedPoints ?? 0;
  };
  return {
    check: async (limit, key) => {
      await used(limit, key);
    },
    spend: async (limit, key) => {
      try {
        await of(limit).consume(key);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) throw tooMany(refusal.msBeforeNext);
        throw refusal;
      }
    },
    enter: createEntrance(used),
  };
}

/** Of one key: else a single peer could fill all the places that the server has for requests (bound-fetch.ts) with waiting ones. */
const WAITING_MAX = 100;

/** Attempts of one key; there is an entry only while one is under way. */
interface Attempts {
  underWay: number;
  waiting: (() => void)[];
}

function createEntrance(used: (limit: Window, key: string) => Promise<number>): RateLimiter['enter'] {
  const entrances = new Map<string, Attempts>();
  const join = (id: string): (() => void) => {
    const attempts = entrances.get(id) ?? { underWay: 0, waiting: [] };
    entrances.set(id, attempts);
    attempts.underWay += 1;
    return () => {
      attempts.underWay -= 1;
      if (attempts.underWay === 0) entrances.delete(id);
      for (const wake of attempts.waiting.splice(0)) wake();
    };
  };
  return async (limit, key) => {
    const id = `${limit.name}:${key}`;
    for (;;) {
      const before = entrances.get(id)?.underWay ?? 0;
      const spent = await used(limit, key);
      const attempts = entrances.get(id);
      // An attempt that ended meanwhile may have left its point out of `spent`: here it still counts as under way.
      if (spent + Math.max(before, attempts?.underWay ?? 0) < limit.points) return join(id);
      if (attempts && attempts.waiting.length >= WAITING_MAX) throw tooMany(1000);
      if (attempts) await new Promise<void>((resolve) => attempts.waiting.push(resolve));
    }
  };
}

function tooMany(msBeforeNext: number): Problem {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new Problem(429, 'too_many_requests', `Too many attempts. Try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
