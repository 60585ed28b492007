import type { z } from 'zod';
import { networkOf } from '../../domain/network.ts';
import type { Problem } from '../../domain/problem.ts';
import { signIn } from '../../domain/sessions/sign-in.ts';
import { foldedName } from '../../domain/users/folded-name.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint, type RateLimit } from '../../runtime/endpoint.ts';
import { SecondFactorAsked } from '../../schema/refusals.ts';
import { Login, SignedIn } from '../../schema/sessions.ts';

type Limit = RateLimit<{ body: z.output<typeof Login> }>;

/** A right password whose second factor is missing is no failure (CONTRACT.md, Rate limits); a wrong code is one. */
const failures = (problem: Problem): boolean =>
  problem.code === 'invalid_credentials' || problem.code === 'invalid_second_factor';
const peer: (...args: Parameters<Limit['key']>) => string = (ctx) => networkOf(ctx.origin.ip ?? '');

/** Per account and peer, so that nobody locks another out; and per peer, against one password tried on many accounts. */
const limits: Limit[] = [
  {
    name: 'login.account',
    points: 10,
    windowSec: 15 * 60,
    key: (ctx, input) => `${peer(ctx, input)} ${foldedName(input.body.username)}`,
    counts: failures,
  },
  { name: 'login.peer', points: 100, windowSec: 15 * 60, key: peer, counts: failures },
];

export const login = endpoint(
  {
    route: 'POST /api/auth/login',
    summary: 'Sign in with a password and, where the account has one, a second factor, for seven days',
    access: everyone,
    body: Login,
    output: SignedIn,
    refusals: { 401: SecondFactorAsked, 429: SecondFactorAsked },
    audits: ['auth.login'],
    transaction: 'own',
    limits,
  },
  (ctx, { body }) => signIn(ctx, body),
);
