import { Show } from 'solid-js';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { hasPage } from '../../pages.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconCompany, IconWaiting } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import type { Dashboard } from './overview.tsx';

type Company = NonNullable<Dashboard['companies']>[number];

/** The fleet by company, the one with most offline first. */
export function Companies(props: { companies: readonly Company[] }) {
  const company = useCompany();
  const shown = () =>
    props.companies.filter(({ client_id }) => company.id() === undefined || client_id === company.id());
  const largest = () => Math.max(1, ...props.companies.map(({ total }) => total));
  return (
    <Card title={t('overview.companies')} sub={t('overview.companies_sub')}>
      <Show when={shown().length > 0} fallback={<NoDevices />}>
        <Table label={t('overview.companies')} columns={columns(largest)} rows={shown()} />
      </Show>
    </Card>
  );
}

function columns(largest: () => number): TableColumn<Company>[] {
  const all: TableColumn<Company>[] = [
    { header: t('overview.company'), cell: (row) => <Name row={row} /> },
    { header: t('overview.online'), cell: (row) => <Online row={row} largest={largest()} /> },
  ];
  if (!can('jobs.view')) return all;
  return [...all, { header: t('overview.column_waiting'), kind: 'num', cell: (row) => <Awaiting row={row} /> }];
}

function Name(props: { row: Company }) {
  return (
    <Show when={props.row.client_id} fallback={<span class="muted">{t('overview.unassigned')}</span>}>
      {(id) => (
        <a class="strong" href={`/devices?company=${id()}`}>
          {props.row.name}
        </a>
      )}
    </Show>
  );
}

/** Bars share one scale, so that a small company looks small; the grey end is offline. */
function Online(props: { row: Company; largest: number }) {
  return (
    <span class="fleet-bar">
      <span>
        <b>{formatNumber(props.row.online)}</b> <span class="muted">/ {formatNumber(props.row.total)}</span>
      </span>
      <svg class="block h-1.5 w-full" viewBox={`0 0 ${props.largest} 6`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="c-bar" width={props.row.online} height="6" />
        <rect class="c-bar off" x={props.row.online} width={props.row.total - props.row.online} height="6" />
      </svg>
    </span>
  );
}

function Awaiting(props: { row: Company }) {
  return (
    <Show when={props.row.awaiting} fallback={<span class="muted">{t('overview.none')}</span>}>
      {(count) => (
        <Show when={props.row.client_id} fallback={formatNumber(count())}>
          {(id) => (
            <a href={`/approvals?company=${id()}`}>
              <StatusWord tone="ask" icon={IconWaiting} word={formatNumber(count())} />
            </a>
          )}
        </Show>
      )}
    </Show>
  );
}

function NoDevices() {
  const company = useCompany();
  return (
    <EmptyState
      icon={IconCompany}
      title={t('overview.companies_none')}
      actions={
        <Show when={can('enrollment.manage') && hasPage('/settings/enrollment')}>
          <LinkButton look="primary" href={company.href('/settings/enrollment')}>
            {t('overview.enroll')}
          </LinkButton>
        </Show>
      }
    >
      {t('overview.companies_why')}
    </EmptyState>
  );
}
