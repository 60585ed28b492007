import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { IconAdd, IconDevice, IconFilter } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { DeviceFilters } from './filters.ts';

/** In place of rows: nothing enrolled yet, or nothing that passes the filters. */
export function NoDevices(props: { filters: DeviceFilters }) {
  const company = useCompany();
  return (
    <Show
      when={props.filters.count() > 0}
      fallback={
        <EmptyState
          icon={IconDevice}
          title={t('devices.empty')}
          actions={
            <Show when={can('enrollment.manage')}>
              <LinkButton look="primary" icon={IconAdd} href={company.href('/settings/enrollment?new=1')}>
                {t('devices.enroll')}
              </LinkButton>
            </Show>
          }
        >
          {t('devices.empty_why')}
        </EmptyState>
      }
    >
      <EmptyState
        icon={IconFilter}
        title={t('devices.nothing')}
        actions={<Button onClick={props.filters.clear}>{t('devices.filter_clear')}</Button>}
      >
        {t('devices.nothing_why', { count: props.filters.count() })}
      </EmptyState>
    </Show>
  );
}
