import type { Output } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { IconClock, IconMinus } from '../../ui/icons.ts';
import type { StatusLook } from '../../ui/status.tsx';

export type EnrollToken = Output<'GET /api/enroll-tokens'>['enroll_tokens'][number];
export type MadeToken = Output<'POST /api/enroll-tokens'>;

/** It lets nobody in any more: nothing is left to revoke, it is only removed from the list. */
export function isSpent(token: Pick<EnrollToken, 'uses_left' | 'expires_at'>, now: Date): boolean {
  return token.uses_left === 0 || Date.parse(token.expires_at) <= now.getTime();
}

/** Whether it still lets somebody in. */
export function tokenStatus(token: Pick<EnrollToken, 'uses_left' | 'expires_at'>, now: Date): StatusLook {
  if (token.uses_left === 0) return { tone: 'idle', icon: IconMinus, word: t('enrollment.used_up') };
  if (isSpent(token, now)) return { tone: 'idle', icon: IconClock, word: t('enrollment.expired') };
  return { tone: 'ok', icon: 'dot', word: t('enrollment.active') };
}

/** "Halvorsen Marine, Bergen, Infrastructure" */
export function destinationName(token: Pick<EnrollToken, 'client_name' | 'site_name' | 'group_name'>): string {
  const way = [token.client_name, token.site_name, token.group_name].filter((name) => name !== null);
  return way.join(', ') || t('enrollment.nowhere');
}
