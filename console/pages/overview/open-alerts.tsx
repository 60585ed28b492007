import { useQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { IconOk } from '../../ui/icons.ts';
import { Loaded } from '../../ui/states.tsx';
import { Count, StatusWord } from '../../ui/status.tsx';
import { Table } from '../../ui/table/table.tsx';
import { alertColumns } from '../alerts/columns.tsx';
import type { Dashboard } from './overview.tsx';

const SHOWN = 5;

/** The newest alerts that nobody has taken note of and that are not silenced. */
export function OpenAlerts(props: { counts: NonNullable<Dashboard['alerts']> }) {
  const company = useCompany();
  const alerts = useQuery(() => ({
    queryKey: ['alerts', { overview: company.id() }],
    queryFn: ({ signal }) =>
      api('GET /api/alerts', {
        query: { status: 'open', suppressed: 'false', limit: SHOWN, ...(company.id() && { client_id: company.id() }) },
        signal,
      }),
  }));
  const count = () => props.counts.open - props.counts.suppressed;
  return (
    <Card
      title={
        <span class="row">
          {t('alerts.overview')}
          <Show when={count() > 0}>
            <Count look="err" value={count()} label={t('nav.alerts_open', { count: count() })} />
          </Show>
        </span>
      }
      end={
        <a class="link" href={company.href('/alerts')}>
          {t('alerts.overview_all')}
        </a>
      }
    >
      <Loaded query={alerts} failed={t('alerts.failed')}>
        {(loaded) => (
          <Show
            when={loaded().alerts.length > 0}
            fallback={
              <p class="card-body sm">
                <StatusWord tone="ok" icon={IconOk} word={t('alerts.overview_none')} />
              </p>
            }
          >
            <Table
              label={t('alerts.overview')}
              columns={alertColumns({ href: company.href, brief: true })}
              rows={loaded().alerts}
              stacked
            />
          </Show>
        )}
      </Loaded>
    </Card>
  );
}
