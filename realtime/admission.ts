import { findByCredential, type KnownDevice } from '../domain/devices/credentials.ts';
import { mayEnroll } from '../domain/devices/enroll.ts';
import { networkOf } from '../domain/network.ts';
import { Problem } from '../domain/problem.ts';
import { hashToken, tokenPrefix } from '../domain/tokens.ts';
import { createBatcher, Overloaded } from './batcher.ts';
import type { Realtime } from './deps.ts';

/** The answer to a request for an upgrade. */
export type Admission =
  | { admitted: true; device: KnownDevice | undefined; enrollToken: Buffer | undefined }
  | { admitted: false; status: 401 | 403 | 429 | 503; reason: string; retryAfterSec?: number };

const refused = (status: 401 | 403, reason: string): Admission => ({ admitted: false, status, reason });

/** CONTRACT.md, Access: enrollment failures 30 in 15 minutes. */
const enrollFailures = { name: 'enroll', points: 30, windowSec: 900 };
/** Credentials in one look-up; at 5,000 connects a second that is ten statements. */
const LOOKUP_MAX = 500;
/** A storm is spread over this many seconds when the database does not keep up (ATTACKS.md 55). */
const SPREAD_SEC = 30;

/** Decides before the upgrade who may hold a socket: an unknown peer never does (CONTRACT.md, Agent protocol). */
export function createAdmission({ ctx, limiter, log }: Realtime) {
  const lookup = createBatcher({
    name: 'admission',
    max: LOOKUP_MAX,
    log,
    run: (hashes: Buffer[]) => findByCredential(ctx.sql, hashes),
  });

  const device = async (token: string): Promise<Admission> => {
    const found = await lookup.add(hashToken(token));
    if (!found) return refused(401, 'unknown device credential');
    if (found.identity === 'revoked') return refused(403, 'the identity of this device was revoked; enroll it again');
    return { admitted: true, device: found, enrollToken: undefined };
  };

  const newcomer = async (token: string, ip: string): Promise<Admission> => {
    const peer = networkOf(ip);
    const leave = await limiter.enter(enrollFailures, peer);
    try {
      const enrollToken = hashToken(token);
      if (await mayEnroll(ctx, enrollToken)) return { admitted: true, device: undefined, enrollToken };
      await limiter.spend(enrollFailures, peer);
      return refused(401, 'unknown or expired enrollment token');
    } finally {
      leave();
    }
  };

  return async (authorization: string, ip: string): Promise<Admission> => {
    const [, scheme = '', token = ''] = /^(Enroll|Device) ([\x21-\x7e]{1,200})$/.exec(authorization) ?? [];
    try {
      if (scheme === 'Device' && token.startsWith(tokenPrefix.device)) return await device(token);
      if (scheme === 'Enroll' && token.startsWith(tokenPrefix.enrollment)) return await newcomer(token, ip);
      return refused(401, 'this needs Authorization: Device <credential> or Enroll <token>');
    } catch (error) {
      if (error instanceof Problem && error.status === 429)
        return {
          admitted: false,
          status: 429,
          reason: error.message,
          retryAfterSec: Number(error.extras.headers?.['Retry-After']),
        };
      if (!(error instanceof Overloaded)) log.error({ err: error }, 'a device could not be looked up');
      const retryAfterSec = 1 + Math.floor(Math.random() * SPREAD_SEC);
      return { admitted: false, status: 503, reason: 'busy', retryAfterSec };
    }
  };
}
