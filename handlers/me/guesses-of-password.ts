import type { RateLimit } from '../../runtime/endpoint.ts';

/** Whoever finds an open session must not be able to guess the password behind it: one budget, wherever it is asked for. */
export const guessesOfPassword: RateLimit<unknown> = {
  name: 'password.change',
  points: 10,
  windowSec: 15 * 60,
  key: (ctx) => ctx.actor.userId ?? '',
  counts: (problem) => problem.code === 'wrong_password',
};
