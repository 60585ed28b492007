/** How long to wait before the next attempt to connect. */
import { AgentClose } from '../../schema/agent.ts';
import type { SocketEnd } from './socket.ts';

const SECOND = 1000;
/** Nobody may send an agent away for longer. */
const LONGEST_MS = 3600 * SECOND;

/** `attempts` counts those in a row that led to no lasting connection, from 1. */
export function waitAfter(end: SocketEnd, attempts: number, random: () => number, now: Date): number {
  const asked = askedFor(end, now);
  if (asked !== undefined) return Math.min(asked.leastMs, LONGEST_MS) + random() * Math.min(asked.spreadMs, LONGEST_MS);
  if (end.kind === 'closed' && end.code === AgentClose.replaced) return 60 * SECOND + random() * 60 * SECOND;
  // The credential is not accepted now: perhaps a restored database, so keep asking, but slowly.
  if (isUnauthorized(end)) return between(30 * SECOND, 900 * SECOND, attempts) * (0.5 + random() / 2);
  if (end.kind === 'refused' && end.status === 429) return 30 * SECOND + random() * 30 * SECOND;
  return random() * between(SECOND, 60 * SECOND, attempts);
}

export const isUnauthorized = (end: SocketEnd) => end.kind === 'refused' && [401, 403].includes(end.status);

const between = (first: number, last: number, attempts: number) =>
  Math.min(last, first * 2 ** Math.min(attempts - 1, 30));

/** What the server asked for: Retry-After (RFC 9110, 10.2.3) or `spread=<seconds>` in the reason of a close. */
function askedFor(end: SocketEnd, now: Date): { leastMs: number; spreadMs: number } | undefined {
  if (end.kind === 'refused' && end.retryAfter !== undefined) {
    const value = end.retryAfter.trim();
    const ms = /^\d+$/.test(value) ? Number(value) * SECOND : Date.parse(value) - now.getTime();
    return Number.isNaN(ms)
      ? undefined
      : { leastMs: Math.max(0, ms), spreadMs: Math.max(SECOND, Math.min(ms, 60 * SECOND)) };
  }
  if (end.kind !== 'closed') return undefined;
  const [, spread] = /\bspread=(\d+)\b/.exec(end.reason) ?? [];
  return spread === undefined ? undefined : { leastMs: 0, spreadMs: Number(spread) * SECOND };
}
