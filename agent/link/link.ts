/** Keeps a session up: connects, and connects again, until there is a reason to stop. */
import { setTimeout as delay } from 'node:timers/promises';
import { AgentClose } from '../../schema/agent.ts';
import type { Log } from '../log.ts';
import { sentence } from '../text.ts';
import { isUnauthorized, waitAfter } from './backoff.ts';
import type { SocketEnd } from './socket.ts';

/** A connection that lasted this long was a good one: the next attempt comes soon again. */
const LASTING_MS = 60_000;

export type LinkEnd = { why: 'stopped' | 'revoked' } | { why: 'refused' | 'unreachable'; sentence: string };

export type LinkContext = {
  /** One session, to its end. */
  connect: () => Promise<SocketEnd>;
  state: () => 'enrolling' | 'enrolled' | 'revoked';
  /** Gives up after this time without an enrollment; forever when missing. */
  giveUpMs?: number;
  random: () => number;
  now: () => Date;
  log: Log;
  signal: AbortSignal;
};

export async function keepConnected(context: LinkContext): Promise<LinkEnd> {
  const { state, log, signal } = context;
  const begun = performance.now();
  for (let attempts = 1; !signal.aborted; attempts++) {
    const attemptBegun = performance.now();
    const end = await attempt(context.connect);
    if (state() === 'revoked') return { why: 'revoked' };
    if (signal.aborted) break;
    if (state() === 'enrolling' && isRefusal(end)) return { why: 'refused', sentence: describe(end) };
    if (performance.now() - attemptBegun > LASTING_MS) attempts = 1;
    const wait = waitAfter(end, attempts, context.random, context.now());
    if (performance.now() - begun + wait > (context.giveUpMs ?? Number.POSITIVE_INFINITY)) {
      return { why: 'unreachable', sentence: describe(end) };
    }
    log('warn', 'not connected', { reason: describe(end), retry_in_ms: Math.round(wait) });
    await pause(wait, signal);
  }
  return { why: 'stopped' };
}

/** What throws before there is a socket counts as a failed attempt; there will be another. */
async function attempt(connect: () => Promise<SocketEnd>): Promise<SocketEnd> {
  try {
    return await connect();
  } catch (error) {
    return { kind: 'failed', message: sentence(error) };
  }
}

/** The token, or this machine under it, is not accepted, and asking again will not change that. */
const isRefusal = (end: SocketEnd) =>
  isUnauthorized(end) ||
  (end.kind === 'closed' && [AgentClose.policy, AgentClose.revoked].some((code) => code === end.code));

export function describe(end: SocketEnd): string {
  if (end.kind === 'failed') return end.message;
  if (end.kind === 'refused') return `the server answered with HTTP status ${end.status}`;
  return `connection closed with code ${end.code}${end.reason && ` (${end.reason})`}`;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
