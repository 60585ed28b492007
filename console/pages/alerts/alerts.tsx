import { createMemo, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { createPaged } from '../../paged.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconBell, IconBellOff } from '../../ui/icons.ts';
import { PagedFoot, PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { createSelection } from '../../ui/table/selection.ts';
import { Table } from '../../ui/table/table.tsx';
import type { Alert } from './alert.ts';
import { BulkBar, KeysFoot } from './bulk-bar.tsx';
import { alertColumns } from './columns.tsx';
import { AlertFilters } from './filter-bar.tsx';
import { useAlertFilters } from './filters.ts';
import { useListKeys } from './list-keys.ts';

const PAGE = 100;

/** Alerts, the last raised first: what is not resolved, unless the URL asks for more. */
export default function Alerts() {
  const company = useCompany();
  const filters = useAlertFilters();
  const selection = createSelection();
  const query = () => ({ ...filters.query(), ...(company.id() && { client_id: company.id() }) });
  const alerts = createPaged<Alert>({
    key: () => ['alerts', { list: query() }],
    load: async (cursor, signal) => {
      const page = await api('GET /api/alerts', {
        query: { ...query(), limit: PAGE, ...(cursor && { cursor }) },
        signal,
      });
      return { rows: page.alerts, next: page.next_cursor };
    },
    at: (alert) => alert.raised_at,
  });
  // What left the list, resolved or filtered out, is not picked any more.
  const picked = createMemo(() => alerts.rows().filter(({ id }) => selection.has(id)));
  useListKeys(selection);
  return (
    <Page
      title={t('alerts.title')}
      actions={
        <LinkButton icon={IconBellOff} href={company.href('/alerts/windows')}>
          {t('alerts.windows')}
        </LinkButton>
      }
    >
      <AlertFilters hostname={alerts.rows().find(({ agent_id }) => agent_id === filters.device())?.agent_hostname} />
      <Card>
        <PagedList
          paged={alerts}
          failed={t('alerts.failed')}
          newLabel={(count) => t('alerts.show_new', { count })}
          empty={<NoAlerts />}
        >
          <Table
            stacked
            label={t('alerts.title')}
            columns={alertColumns({
              href: company.href,
              ...(can('alerts.manage') && { selection, rows: alerts.rows }),
            })}
            rows={alerts.rows()}
          />
        </PagedList>
        <PagedFoot paged={alerts} more={t('alerts.more')} />
      </Card>
      <Show when={can('alerts.manage') && picked().length > 0} fallback={<KeysFoot manage={can('alerts.manage')} />}>
        <BulkBar alerts={picked()} selection={selection} />
      </Show>
    </Page>
  );
}

function NoAlerts() {
  const filters = useAlertFilters();
  return (
    <Show
      when={filters.any()}
      fallback={
        <EmptyState icon={IconBell} title={t('alerts.none')}>
          {t('alerts.why')}
        </EmptyState>
      }
    >
      <EmptyState
        icon={IconBell}
        title={t('alerts.none_match')}
        actions={<Button onClick={filters.clear}>{t('alerts.clear')}</Button>}
      >
        {t('alerts.none_match_why')}
      </EmptyState>
    </Show>
  );
}
