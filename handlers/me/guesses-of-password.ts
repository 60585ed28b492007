import type { Ctx } from '../../domain/context.ts';
import { networkOf } from '../../domain/network.ts';
import type { RateLimit } from '../../runtime/endpoint.ts';

/**
 * Per network, as at the sign-in: whoever has somebody's session or token must not keep its owner elsewhere from changing
 * the password by guessing wrong on purpose.
 */
export const accountAndPeer = ({ actor, origin }: Ctx): string => `${actor.userId ?? ''} ${networkOf(origin.ip ?? '')}`;

/** Whoever finds an open session must not be able to guess the password behind it: one budget, wherever it is asked for. */
export const guessesOfPassword: RateLimit<unknown> = {
  name: 'password.change',
  points: 10,
  windowSec: 15 * 60,
  key: accountAndPeer,
  counts: (problem) => problem.code === 'wrong_password',
};

/**
 * Who is signed in goes before strangers in the line for hashes (domain/passwords/hash.ts), and right passwords are not
 * counted as guesses: with more than one at a time an account could keep everybody else from signing in.
 */
export const onePasswordAtATime: RateLimit<unknown> = {
  name: 'password.check',
  points: 1,
  windowSec: 1,
  key: (ctx) => ctx.actor.userId ?? '',
  counts: 'underWay',
};
