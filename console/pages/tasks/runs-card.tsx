import { Show } from 'solid-js';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconClock } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { type TaskRun, useRunPages } from './queries.ts';
import { countText } from './schedule-words.ts';

/** What became of each run, newest first. */
export function RunsCard(props: { taskId: string }) {
  const runs = useRunPages(() => props.taskId);
  const rows = () => (runs.isSuccess ? runs.data.pages.flatMap((page) => page.runs) : []);
  return (
    <Card title={t('tasks.runs')}>
      <Loaded query={runs} failed={t('tasks.runs_failed')}>
        {() => (
          <Show
            when={rows().length > 0}
            fallback={
              <EmptyState icon={IconClock} title={t('tasks.runs_none')}>
                {t('tasks.runs_none_why')}
              </EmptyState>
            }
          >
            <Table label={t('tasks.runs')} columns={columns()} rows={rows()} stacked />
          </Show>
        )}
      </Loaded>
      <Show when={runs.hasNextPage}>
        <div class="card-foot justify-center">
          <Button busy={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
            {t('tasks.more')}
          </Button>
        </div>
      </Show>
    </Card>
  );
}

const columns = (): TableColumn<TaskRun>[] => [
  { header: t('tasks.started'), cell: (run) => <RelativeTime at={run.started_at} /> },
  { header: t('tasks.cause'), kind: 'wrap', cell: (run) => <Cause run={run} /> },
  { header: t('tasks.dispatched'), kind: 'num', cell: (run) => countText(run.dispatched) },
  { header: t('tasks.proposed'), kind: 'num', cell: (run) => countText(run.proposed) },
  { header: t('tasks.skipped'), kind: 'num', cell: (run) => countText(run.skipped) },
  { header: t('tasks.unable'), kind: 'num', cell: (run) => countText(run.unable) },
];

function Cause(props: { run: TaskRun }) {
  const words = () => {
    const { cause, asked_by, scheduled_at } = props.run;
    if (cause === 'manual') return t('tasks.cause.manual', { name: asked_by?.name ?? '' });
    return cause === 'missed'
      ? t('tasks.cause.missed', { time: formatDateTime(scheduled_at) })
      : t('tasks.cause.schedule');
  };
  return (
    <>
      <VisibleText text={words()} />
      <Show when={props.run.error}>
        {(error) => (
          <div class="err sm">
            <VisibleText text={t('tasks.run_error', { error: error() })} />
          </div>
        )}
      </Show>
    </>
  );
}
