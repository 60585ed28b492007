import type { Ctx } from '../../domain/context.ts';
import { networkOf } from '../../domain/network.ts';
import type { RateLimit } from '../../runtime/endpoint.ts';

const peer = (ctx: Ctx): string => networkOf(ctx.origin.ip ?? '');
const WINDOW_SEC = 15 * 60;

/** Each start leaves a row; an office behind one address has some dozens of people in the morning. */
export const starts: RateLimit<unknown> = {
  name: 'sso.start',
  points: 120,
  windowSec: WINDOW_SEC,
  key: peer,
  counts: 'calls',
};

/** Guesses at states and codes, and sign-ins that the provider has to be asked about. */
export const failures: RateLimit<unknown> = {
  name: 'sso.fail',
  points: 60,
  windowSec: WINDOW_SEC,
  key: peer,
  counts: ({ code }) => code === 'sso_failed',
};
