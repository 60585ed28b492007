import { networkOf } from '../../domain/network.ts';
import type { RateLimit } from '../../runtime/endpoint.ts';

/** By peer, so that nobody uses up another's (CONTRACT.md, Rate limits). */
const perPeer = (name: string, points: number, windowSec: number): RateLimit<unknown> => ({
  name,
  points,
  windowSec,
  key: ({ origin }) => networkOf(origin.ip ?? ''),
  counts: 'calls',
});

export const registrations = perPeer('oauth-register', 30, 3600);
export const tokenCalls = perPeer('oauth-token', 120, 60);
export const revocations = perPeer('oauth-revoke', 120, 60);
/** A page costs a look into the database, or at a metadata document; a person opens few. */
export const consentPages = perPeer('oauth-authorize', 300, 15 * 60);

/** What these endpoints take is short; 64 KiB leave room for fields that nobody reads. */
export const BODY_MAX_BYTES = 64 * 1024;
