import { conflict, Problem, type ProblemExtras } from '../problem.ts';
import type { Refused } from './verify.ts';

/** How a second factor is refused to somebody who is signed in: never 401, on which a console would drop its session. */
export function refusedHere(now: Date, refused: Refused): Problem {
  if (refused.refused === 'missing')
    return new Problem(403, 'second_factor_required', 'This needs a code of your authenticator app.', {
      body: { totp_required: true },
    });
  return refused.refused === 'wrong' ? wrongCode() : codesPaused(now, refused.until);
}

export const wrongCode = () => new Problem(403, 'wrong_code', 'The code is wrong, or has been used.');

export const secondFactorOff = () => conflict('second_factor_off', 'Two-step sign-in is not on.');

/** Codes of the app are not judged for a while; recovery codes and passkeys, which nobody can guess, are. */
export function codesPaused(now: Date, until: Date, extras: ProblemExtras = {}): Problem {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return new Problem(429, 'codes_paused', 'Too many wrong codes were entered for this account. Use a recovery code.', {
    ...extras,
    headers: { 'Retry-After': String(seconds) },
  });
}
