import { useNavigate, useSearchParams } from '@solidjs/router';
import { createMemo, createSignal, Show } from 'solid-js';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconAdd, IconRoles, IconSearch } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { MonitoringPage } from './monitoring-page.tsx';
import { PolicyDialog } from './policy-dialog.tsx';
import { ofCompany, type Policy, usePolicyPages } from './queries.ts';

/** /monitoring/policies: what places inherit. */
export default function Policies() {
  const company = useCompany();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams<{ q?: string }>();
  const filter = createMemo(() => (search.q?.trim() ? { q: search.q.trim() } : {}));
  const policies = usePolicyPages(() => ({ ...filter(), ...ofCompany(company.id()) }));
  const rows = () => (policies.isSuccess ? policies.data.pages.flatMap((page) => page.policies) : []);
  const [creating, setCreating] = createSignal(false);
  const create = () => (
    <Show when={can('policies.manage')}>
      <Button look="primary" icon={IconAdd} onClick={() => setCreating(true)}>
        {t('policies.new')}
      </Button>
    </Show>
  );
  return (
    <MonitoringPage title={t('monitoring.policies')} actions={create()}>
      <Show when={filter().q || rows().length > 0}>
        <div class="filters">
          <TextField
            label={t('policies.find')}
            class="fsearch [&>.head]:sr-only"
            icon={IconSearch}
            value={search.q ?? ''}
            onChange={(q) => setSearch({ q: q || null }, { replace: true })}
            input={{ type: 'search', placeholder: t('policies.find'), autocomplete: 'off', maxlength: 200 }}
          />
        </div>
      </Show>
      <Card>
        <Loaded query={policies} failed={t('policies.failed')}>
          {() => (
            <Show
              when={rows().length > 0}
              fallback={<None filtered={!!filter().q} onClear={() => setSearch({ q: null })} />}
            >
              <Table label={t('monitoring.policies')} columns={columns(company.href)} rows={rows()} stacked />
            </Show>
          )}
        </Loaded>
        <Show when={policies.hasNextPage}>
          <div class="card-foot justify-center">
            <Button busy={policies.isFetchingNextPage} onClick={() => void policies.fetchNextPage()}>
              {t('policies.more')}
            </Button>
          </div>
        </Show>
      </Card>
      <Show when={creating()}>
        <PolicyDialog
          onClose={() => setCreating(false)}
          onSaved={(policy) => navigate(company.href(`/monitoring/policies/${policy.id}`))}
        />
      </Show>
    </MonitoringPage>
  );
}

function columns(href: (path: string) => string): TableColumn<Policy>[] {
  return [
    {
      header: t('policies.name'),
      cell: (policy) => (
        <>
          <a
            class="strong ellipsis block max-w-90"
            href={href(`/monitoring/policies/${policy.id}`)}
            title={policy.name}
          >
            {policy.name}
          </a>
          <Show when={policy.description}>
            <span class="xs muted ellipsis block max-w-90">{policy.description}</span>
          </Show>
        </>
      ),
    },
    { header: t('policies.checks'), kind: 'num', cell: (policy) => formatNumber(policy.checks) },
    { header: t('policies.tasks'), kind: 'num', cell: (policy) => formatNumber(policy.tasks) },
    {
      header: t('policies.assigned'),
      cell: (policy) =>
        policy.assignments > 0 ? (
          t('policies.places', { count: policy.assignments })
        ) : (
          <span class="muted">{t('policies.no_places')}</span>
        ),
    },
    { header: t('policies.devices'), kind: 'num', cell: (policy) => formatNumber(policy.devices) },
  ];
}

function None(props: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={IconRoles}
      title={props.filtered ? t('policies.none_found') : t('policies.none')}
      actions={
        <Show when={props.filtered}>
          <Button onClick={() => props.onClear()}>{t('policies.clear')}</Button>
        </Show>
      }
    >
      {props.filtered ? t('policies.none_found_why') : t('policies.none_why')}
    </EmptyState>
  );
}
