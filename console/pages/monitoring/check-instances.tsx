import { useSearchParams } from '@solidjs/router';
import { createMemo, Show } from 'solid-js';
import { ResultStatus } from '../../../schema/check-types.ts';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { OutputLine } from '../../ui/code/code.tsx';
import { shownLines } from '../../ui/code/visible.ts';
import { TextField } from '../../ui/field.tsx';
import { IconDevice, IconSearch } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { DeviceLink } from '../jobs/device-link.tsx';
import { stateLook, states, valueText } from './check-words.ts';
import { type Check, type CheckInstance, ofCompany, useInstancePages } from './queries.ts';

/** The check on each device where it runs. */
export function InstancesCard(props: { check: Check }) {
  const company = useCompany();
  const [search, setSearch] = useSearchParams<{ state?: string; q?: string }>();
  const filter = createMemo(() => {
    const status = ResultStatus.safeParse(search.state).data;
    const q = search.q?.trim();
    return { ...(status && { status }), ...(q && { q }) };
  });
  const filtered = () => Object.keys(filter()).length > 0;
  const instances = useInstancePages(
    () => props.check.id,
    () => ({ ...filter(), ...ofCompany(company.id()) }),
  );
  const rows = () => (instances.isSuccess ? instances.data.pages.flatMap((page) => page.instances) : []);
  const direct = () => props.check.agent_id !== null;
  return (
    <Card title={t('checks.instances')}>
      <Show when={!direct() && (filtered() || rows().length > 0)}>
        <div class="filters px-4 pt-4">
          <TextField
            label={t('checks.find_device')}
            class="fsearch [&>.head]:sr-only"
            icon={IconSearch}
            value={search.q ?? ''}
            onChange={(q) => setSearch({ q: q || null }, { replace: true })}
            input={{ type: 'search', placeholder: t('checks.find_device'), autocomplete: 'off', maxlength: 200 }}
          />
          <Select
            class="w-44"
            hideLabel
            label={t('checks.state')}
            options={[
              { value: 'all', label: t('checks.any_state') },
              ...states.map((state) => ({ value: state, label: stateLook(state).word })),
            ]}
            value={filter().status ?? 'all'}
            onChange={(state) => setSearch({ state: state === 'all' ? null : state })}
          />
        </div>
      </Show>
      <Loaded query={instances} failed={t('checks.instances_failed')}>
        {() => (
          <Show when={rows().length > 0} fallback={<None check={props.check} filtered={filtered()} />}>
            <Table label={t('checks.instances')} columns={columns(props.check, company.href)} rows={rows()} stacked />
          </Show>
        )}
      </Loaded>
      <Show when={instances.hasNextPage}>
        <div class="card-foot justify-center">
          <Button busy={instances.isFetchingNextPage} onClick={() => void instances.fetchNextPage()}>
            {t('checks.more_devices')}
          </Button>
        </div>
      </Show>
    </Card>
  );
}

function None(props: { check: Check; filtered: boolean }) {
  const why = () => (props.check.enabled ? t('checks.instances_none_why') : t('checks.instances_off_why'));
  return (
    <EmptyState icon={IconDevice} title={props.filtered ? t('checks.instances_fit') : t('checks.instances_none')}>
      {props.filtered ? t('checks.instances_fit_why') : why()}
    </EmptyState>
  );
}

/** Where the history of a check on one device is (console/pages/checks-history/). */
export const historyPath = (checkId: string, deviceId: string): string =>
  `/monitoring/checks/${checkId}/on/${deviceId}`;

function columns(check: Check, href: (path: string) => string): TableColumn<CheckInstance>[] {
  return [
    {
      header: t('checks.device'),
      cell: (row) => <DeviceLink hostname={row.agent_hostname} href={href(`/devices/${row.agent_id}?tab=checks`)} />,
    },
    { header: t('checks.state'), cell: (row) => <StatusWord {...stateLook(row.status)} /> },
    {
      header: t('checks.value'),
      kind: 'num',
      cell: (row) => (row.last_value === null ? <span class="muted">–</span> : valueText(check.type, row.last_value)),
    },
    {
      header: t('checks.output'),
      cell: (row) => (
        <span class="ellipsis block max-w-90 dim" title={shownLines(row.last_output ?? '') || undefined}>
          <OutputLine text={row.last_output ?? ''} />
        </span>
      ),
    },
    { header: t('checks.last_result'), cell: (row) => <LastResult at={row.last_result_at} pending={!!row.pending} /> },
    {
      header: t('checks.history'),
      hideHeader: true,
      kind: 'num',
      cell: (row) => (
        <a class="link" href={href(historyPath(check.id, row.agent_id))}>
          {t('checks.history')}
        </a>
      ),
    },
  ];
}

/** When it last said something. */
export function LastResult(props: { at: string | null; pending?: boolean }) {
  return (
    <span class="row flex-wrap gap-y-0">
      <Show when={props.at} fallback={<span class="muted">{t('checks.never')}</span>}>
        {(at) => <RelativeTime at={at()} />}
      </Show>
      <Show when={props.pending}>
        <span class="xs muted">{t('checks.pending')}</span>
      </Show>
    </span>
  );
}
