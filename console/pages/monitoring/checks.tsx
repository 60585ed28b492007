import { useSearchParams } from '@solidjs/router';
import { createMemo, Show } from 'solid-js';
import { CheckType } from '../../../schema/check-types.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconActivity, IconAdd, IconSearch } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table/table.tsx';
import { checkColumns } from './check-columns.tsx';
import { typeGroups, typeName } from './check-words.ts';
import { MonitoringPage } from './monitoring-page.tsx';
import { type CheckFilter, ofCompany, useCheckPages, usePolicies } from './queries.ts';

/** /monitoring/checks: what is watched, and how many devices are well. */
export default function Checks() {
  const company = useCompany();
  const [search, setSearch] = useSearchParams<{ q?: string; type?: string; policy?: string }>();
  const filter = createMemo<CheckFilter>(() => {
    const type = CheckType.safeParse(search.type).data;
    const q = search.q?.trim();
    return { ...(q && { q }), ...(type && { type }), ...(search.policy && { policy_id: search.policy }) };
  });
  const filtered = () => Object.keys(filter()).length > 0;
  const clear = () => setSearch({ q: null, type: null, policy: null });
  const checks = useCheckPages(() => ({ ...filter(), ...ofCompany(company.id()) }));
  const rows = () => (checks.isSuccess ? checks.data.pages.flatMap((page) => page.checks) : []);
  const create = () => (
    <Show when={can('checks.manage')}>
      <LinkButton look="primary" icon={IconAdd} href={company.href('/monitoring/checks/new')}>
        {t('checks.new')}
      </LinkButton>
    </Show>
  );
  return (
    <MonitoringPage title={t('monitoring.checks')} actions={create()}>
      <Show when={filtered() || rows().length > 0}>
        <Filters filter={filter()} onChange={setSearch} onClear={clear} filtered={filtered()} />
      </Show>
      <Card>
        <Loaded query={checks} failed={t('checks.failed')}>
          {() => (
            <Show when={rows().length > 0} fallback={<None filtered={filtered()} onClear={clear} />}>
              <Table label={t('monitoring.checks')} columns={checkColumns(company.href)} rows={rows()} stacked />
            </Show>
          )}
        </Loaded>
        <Show when={checks.hasNextPage}>
          <div class="card-foot justify-center">
            <Button busy={checks.isFetchingNextPage} onClick={() => void checks.fetchNextPage()}>
              {t('checks.more')}
            </Button>
          </div>
        </Show>
      </Card>
    </MonitoringPage>
  );
}

type FiltersProps = {
  filter: CheckFilter;
  filtered: boolean;
  onChange: (search: Record<string, string | null>, options?: { replace: boolean }) => void;
  onClear: () => void;
};

function Filters(props: FiltersProps) {
  const policies = usePolicies();
  const owners = () => (policies.isSuccess ? policies.data.policies : []);
  const types = () =>
    typeGroups.flatMap((group) => group.types).map((type) => ({ value: type, label: typeName(type) }));
  return (
    <div class="filters">
      <TextField
        label={t('checks.find')}
        class="fsearch [&>.head]:sr-only"
        icon={IconSearch}
        value={props.filter.q ?? ''}
        onChange={(q) => props.onChange({ q: q || null }, { replace: true })}
        input={{ type: 'search', placeholder: t('checks.find'), autocomplete: 'off', maxlength: 200 }}
      />
      <Select
        class="w-48"
        hideLabel
        label={t('checks.type_filter')}
        options={[{ value: 'all', label: t('checks.any_type') }, ...types()]}
        value={props.filter.type ?? 'all'}
        onChange={(type) => props.onChange({ type: type === 'all' ? null : type })}
      />
      <Show when={owners().length > 0}>
        <Combobox
          class="w-56 [&>.label]:sr-only"
          label={t('checks.owner_filter')}
          placeholder={t('checks.any_owner')}
          options={owners().map(({ id, name }) => ({ value: id, label: name }))}
          value={props.filter.policy_id}
          onChange={(policy) => props.onChange({ policy: policy ?? null })}
        />
      </Show>
      <Show when={props.filtered}>
        <Button look="quiet" onClick={() => props.onClear()}>
          {t('checks.clear')}
        </Button>
      </Show>
    </div>
  );
}

function None(props: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={IconActivity}
      title={props.filtered ? t('checks.none_found') : t('checks.none')}
      actions={
        <Show when={props.filtered}>
          <Button onClick={() => props.onClear()}>{t('checks.clear')}</Button>
        </Show>
      }
    >
      {props.filtered ? t('checks.none_found_why') : t('checks.none_why')}
    </EmptyState>
  );
}
