import { useSearchParams } from '@solidjs/router';
import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconAdd, IconClock, IconSearch } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table/table.tsx';
import { MonitoringPage } from '../monitoring/monitoring-page.tsx';
import { useTaskPages } from './queries.ts';
import { taskColumns } from './task-columns.tsx';

/** /monitoring/tasks: what runs by the clock, and when next. */
export default function Tasks() {
  const company = useCompany();
  const [search, setSearch] = useSearchParams<{ q?: string }>();
  const q = () => search.q?.trim() ?? '';
  const tasks = useTaskPages(() => (q() ? { q: q() } : {}));
  const rows = () => (tasks.isSuccess ? tasks.data.pages.flatMap((page) => page.tasks) : []);
  const clear = () => setSearch({ q: null });
  const create = () => (
    <Show when={can('tasks.manage')}>
      <LinkButton look="primary" icon={IconAdd} href={company.href('/monitoring/tasks/new')}>
        {t('tasks.new')}
      </LinkButton>
    </Show>
  );
  return (
    <MonitoringPage title={t('tasks.title')} actions={create()}>
      <Show when={q() !== '' || rows().length > 0}>
        <div class="filters">
          <TextField
            label={t('tasks.find')}
            class="fsearch [&>.head]:sr-only"
            icon={IconSearch}
            value={search.q ?? ''}
            onChange={(text) => setSearch({ q: text || null }, { replace: true })}
            input={{ type: 'search', placeholder: t('tasks.find'), autocomplete: 'off', maxlength: 200 }}
          />
        </div>
      </Show>
      <Card>
        <Loaded query={tasks} failed={t('tasks.failed')}>
          {() => (
            <Show when={rows().length > 0} fallback={<None filtered={q() !== ''} onClear={clear} />}>
              <Table label={t('tasks.title')} columns={taskColumns(company.href)} rows={rows()} stacked />
            </Show>
          )}
        </Loaded>
        <Show when={tasks.hasNextPage}>
          <div class="card-foot justify-center">
            <Button busy={tasks.isFetchingNextPage} onClick={() => void tasks.fetchNextPage()}>
              {t('tasks.more')}
            </Button>
          </div>
        </Show>
      </Card>
    </MonitoringPage>
  );
}

function None(props: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={IconClock}
      title={props.filtered ? t('tasks.none_found') : t('tasks.none')}
      actions={
        <Show when={props.filtered}>
          <Button onClick={() => props.onClear()}>{t('tasks.clear')}</Button>
        </Show>
      }
    >
      {props.filtered ? t('tasks.none_found_why') : t('tasks.none_why')}
    </EmptyState>
  );
}
