import { Show } from 'solid-js';
import { formatDuration, formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { createPaged } from '../../paged.ts';
import { Card } from '../../ui/card.tsx';
import { OutputLines } from '../../ui/code/code.tsx';
import { IconActivity } from '../../ui/icons.ts';
import { PagedFoot, PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { measureOf, stateLook, valueText } from '../monitoring/check-words.ts';
import { type Check, type Place, type Result, readResults } from './queries.ts';

/** What it said, newest first, as the device wrote it. */
export function ResultsCard(props: { check: Check; place: Place }) {
  const results = createPaged<Result & { id: string }>({
    key: () => ['check_results', props.place.device, 'list', props.place.id],
    load: (cursor, signal) => readResults(props.place, cursor, signal),
    at: ({ at }) => at,
  });
  return (
    <Card title={t('history.results')}>
      <PagedList
        paged={results}
        failed={t('history.results_failed')}
        newLabel={(count) => t('history.show_new', { count })}
        empty={
          <EmptyState icon={IconActivity} title={t('history.no_results')}>
            {t('history.no_results_why', { interval: formatDuration(props.check.interval_sec) })}
          </EmptyState>
        }
      >
        <Table label={t('history.results')} columns={columns(props.check)} rows={results.rows()} />
      </PagedList>
      <PagedFoot paged={results} more={t('history.more')} />
    </Card>
  );
}

function columns({ type }: Check): TableColumn<Result>[] {
  const value: TableColumn<Result> = {
    header: t('history.value'),
    kind: 'num',
    cell: (result) => (result.value === null ? '' : valueText(type, result.value)),
  };
  return [
    { header: t('history.when'), cell: ({ at }) => <RelativeTime at={at} /> },
    { header: t('history.status'), cell: ({ status }) => <StatusWord {...stateLook(status)} /> },
    ...(measureOf(type) ? [value] : []),
    { header: t('history.output'), kind: 'wrap', cell: (result) => <Output result={result} /> },
    {
      header: t('history.duration'),
      kind: 'num',
      cell: ({ duration_ms }) => (duration_ms === null ? '' : took(duration_ms)),
    },
  ];
}

function Output(props: { result: Result }) {
  return (
    <>
      <Show when={props.result.timed_out}>
        <span class="muted">{t('history.timed_out')} </span>
      </Show>
      <Show when={props.result.late}>
        <span class="muted">{t('history.late')} </span>
      </Show>
      <Show when={props.result.output}>{(output) => <OutputLines text={output()} />}</Show>
    </>
  );
}

/** Most readings take less than a second. */
const took = (ms: number) => (ms < 1000 ? t('checks.unit.ms', { value: formatNumber(ms) }) : formatDuration(ms / 1000));
