import { t } from '../../i18n/index.ts';
import { IconOk, IconWaiting, IconWarn } from '../../ui/icons.ts';
import type { StatusLook } from '../../ui/status.tsx';
import type { Application } from './queries.ts';

/** Whether people can authorize it now, and what stands in the way. */
export function applicationStatus({ status, may_authorize }: Application): StatusLook {
  if (status === 'pending') return { tone: 'ask', icon: IconWaiting, word: t('apps.pending') };
  return may_authorize
    ? { tone: 'ok', icon: IconOk, word: t('apps.approved') }
    : { tone: 'warn', icon: IconWarn, word: t('apps.shut_out') };
}
