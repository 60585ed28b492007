import type { Ctx } from '../../context.ts';
import { newToken } from '../../tokens.ts';
import { SCOPE } from '../policy.ts';

/** SPEC.md, Limits. */
const ACCESS_MS = 3600 * 1000;
const REFRESH_MS = 30 * 24 * 3600 * 1000;

/** A pair as it is issued; the database keeps hashes. */
export interface Pair {
  access: string;
  refresh: string;
  expiresAt: Date;
  refreshExpiresAt: Date;
}

export function newPair({ random }: Ctx, at: Date): Pair {
  const issued = at.getTime();
  return {
    access: newToken('oauthAccess', random),
    refresh: newToken('oauthRefresh', random),
    expiresAt: new Date(issued + ACCESS_MS),
    refreshExpiresAt: new Date(issued + REFRESH_MS),
  };
}

/** What a client gets (RFC 6749, 5.1). */
export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  /** Seconds. */
  expires_in: number;
  refresh_token: string;
  scope: string;
}

export const answerWith = ({ access, refresh, expiresAt }: Omit<Pair, 'refreshExpiresAt'>, now: Date): TokenAnswer => ({
  access_token: access,
  token_type: 'Bearer',
  expires_in: Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000)),
  refresh_token: refresh,
  scope: SCOPE,
});
