import type { Ctx } from '../context.ts';
import { networkOf } from '../network.ts';
import type { Lane } from '../passwords/queue.ts';

/** Where accounts have signed in from since this server started, oldest first. Losing one costs its owner a place in line, no more. */
const seen = new Set<string>();
const SEEN_MAX = 10_000;

const pair = ({ origin }: Ctx, userId: string): string => `${userId} ${networkOf(origin.ip ?? '')}`;

/** Notes that somebody proved here to be this account's owner. */
export function becomeFamiliar(ctx: Ctx, userId: string): void {
  const id = pair(ctx, userId);
  seen.delete(id);
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > SEEN_MAX && oldest !== undefined) seen.delete(oldest);
}

/**
 * Where a password stands in line. A flood of guesses from many addresses fills the strangers' line, and each place in it is
 * as good as another's; but it can't come from where the owner of the account signed in before. So whoever comes back
 * still gets in (measured in bench/login-flood.ts).
 */
export const laneOf = (ctx: Ctx, userId: string | undefined): Lane =>
  userId !== undefined && seen.has(pair(ctx, userId)) ? 'familiar' : 'stranger';
