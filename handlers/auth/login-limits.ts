import type { Ctx } from '../../domain/context.ts';
import { networkOf } from '../../domain/network.ts';
import type { Problem } from '../../domain/problem.ts';
import { foldedName } from '../../domain/users/folded-name.ts';
import type { RateLimit } from '../../runtime/endpoint.ts';

/** A right password whose second factor is missing is no failure (CONTRACT.md, Rate limits); a wrong code is one. */
export const isLoginFailure = ({ code }: Problem): boolean =>
  code === 'invalid_credentials' || code === 'invalid_second_factor';

const peer = (ctx: Ctx): string => networkOf(ctx.origin.ip ?? '');

/**
 * Per account and peer, so that nobody locks another out; and per peer, against one password tried on many accounts. One
 * count for every page on which somebody can try a password. @param usernameOf in the form in which names are kept
 */
export const loginLimits = <I>(
  usernameOf: (ctx: Ctx, input: I) => string,
  failures: (problem: Problem) => boolean = isLoginFailure,
): RateLimit<I>[] => [
  {
    name: 'login.account',
    points: 10,
    windowSec: 15 * 60,
    key: (ctx, input) => `${peer(ctx)} ${foldedName(usernameOf(ctx, input))}`,
    counts: isLoginFailure,
  },
  { name: 'login.peer', points: 100, windowSec: 15 * 60, key: peer, counts: failures },
];
