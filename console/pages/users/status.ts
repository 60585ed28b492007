import { t } from '../../i18n/index.ts';
import { IconLock, IconWarn } from '../../ui/icons.ts';
import type { StatusLook } from '../../ui/status.tsx';
import type { User } from './queries.ts';

/** Active, disabled by somebody, or disabled because what it was limited to is gone. */
export function userStatus(user: Pick<User, 'disabled_at' | 'scope_lost'>): StatusLook {
  if (user.scope_lost) return { tone: 'warn', word: t('users.scope_lost'), icon: IconWarn };
  if (user.disabled_at) return { tone: 'idle', word: t('users.disabled'), icon: IconLock };
  return { tone: 'ok', word: t('users.active'), icon: 'dot' };
}
