import { useQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { api } from '../api.ts';
import { t } from '../i18n/index.ts';
import { can } from '../session.ts';
import { IconWarn } from '../ui/icons.ts';
import { useCompany } from './company.ts';

/** On top of every page while grants do not protect the audit trail, for those who can do something about it. */
export function AuditWarning() {
  const company = useCompany();
  const config = useQuery(() => ({
    queryKey: ['config'],
    queryFn: ({ signal }) => api('GET /api/config', { signal }),
  }));
  const unprotected = () => can('settings.manage') && config.isSuccess && config.data.server.audit_unprotected;
  return (
    <Show when={unprotected()}>
      <div class="stale">
        <IconWarn />
        <span class="grow">
          <b>
            {t('about.audit_trail')}: {t('about.audit_unprotected')}.
          </b>{' '}
          {t('about.audit_unprotected_why')}
        </span>
        <a class="link" href={company.href('/settings/about')}>
          {t('about.audit_more')}
        </a>
      </div>
    </Show>
  );
}
