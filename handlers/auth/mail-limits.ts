import { networkOf } from '../../domain/network.ts';
import type { RateLimit } from '../../runtime/endpoint.ts';

/**
 * So many calls in a quarter of an hour from one network, whatever they name: a limit by address or account would let a
 * stranger use up its owner's (CONTRACT.md, Rate limits).
 */
export const callsPerPeer = (name: string, points: number): RateLimit<unknown>[] => [
  { name, points, windowSec: 15 * 60, key: (ctx) => networkOf(ctx.origin.ip ?? ''), counts: 'calls' },
];
