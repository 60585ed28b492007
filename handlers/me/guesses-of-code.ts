import type { RateLimit } from '../../runtime/endpoint.ts';
import { accountAndPeer } from './guesses-of-password.ts';

/** Nor to guess the codes of its second factor: one budget over all endpoints that ask for one (guesses-of-password.ts). */
export const guessesOfCode: RateLimit<unknown> = {
  name: 'second_factor.code',
  points: 10,
  windowSec: 15 * 60,
  key: accountAndPeer,
  counts: (problem) => problem.code === 'wrong_code',
};
