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
  return {
    check: async (limit, key) => {
      const used = await of(limit).get(key);
      if (used && used.consumedPoints >= limit.points) throw tooMany(used.msBeforeNext);
    },
    spend: async (limit, key) => {
      try {
        await of(limit).consume(key);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) throw tooMany(refusal.msBeforeNext);
        throw refusal;
      }
    },
  };
}

function tooMany(msBeforeNext: number): Problem {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new Problem(429, 'too_many_requests', `Too many attempts. Try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
