import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { VisibleText } from '../../ui/code/code.tsx';
import { StatusWord } from '../../ui/status.tsx';
import type { TableColumn } from '../../ui/table/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { approvalLook } from '../monitoring/check-words.ts';
import type { TaskSummary } from './queries.ts';
import { scheduleText } from './schedule-words.ts';

/** Columns of a list of tasks; `here` on a device, where its own last run counts. */
export function taskColumns(
  href: (path: string) => string,
  { here = false, owner = true } = {},
): TableColumn<TaskSummary>[] {
  return [
    {
      header: t('tasks.name'),
      cell: (task) => (
        <span class="row">
          <a class="strong ellipsis max-w-80" href={href(`/monitoring/tasks/${task.id}`)} title={task.name}>
            {task.name}
          </a>
          <Show when={task.approval !== 'approved' && task.approval}>
            {(state) => <StatusWord {...approvalLook(state())} />}
          </Show>
          <Show when={!task.enabled}>
            <StatusWord tone="idle" icon="ring" word={t('tasks.disabled')} />
          </Show>
        </span>
      ),
    },
    { header: t('tasks.schedule'), kind: 'wrap', cell: (task) => scheduleText(task) },
    ...(owner
      ? [{ header: t('tasks.runs_on'), cell: (task: TaskSummary) => <TaskOwner task={task} href={href} here={here} /> }]
      : []),
    {
      header: t('tasks.next_run'),
      cell: (task) => (
        <Show when={task.next_run_at} fallback={<span class="muted">{t('tasks.no_next')}</span>}>
          {(at) => <RelativeTime at={at()} />}
        </Show>
      ),
    },
    {
      header: here ? t('tasks.last_here') : t('tasks.last_run'),
      cell: (task) => (
        <Show when={task.last_run_at} fallback={<span class="muted">{t('tasks.never')}</span>}>
          {(at) => <RelativeTime at={at()} />}
        </Show>
      ),
    },
  ];
}

/** Its policy, or its device. */
export function TaskOwner(props: { task: TaskSummary; href: (path: string) => string; here?: boolean }) {
  const leads = () => (props.task.policy_id === null ? can('devices.view') && !props.here : can('policies.view'));
  const path = () =>
    props.task.policy_id === null
      ? `/devices/${props.task.agent_id}?tab=tasks`
      : `/monitoring/policies/${props.task.policy_id}`;
  const name = () =>
    props.here && props.task.policy_id === null
      ? t('tasks.direct')
      : (props.task.policy_name ?? props.task.agent_hostname ?? '');
  return (
    <Show when={leads()} fallback={<VisibleText text={name()} />}>
      <a class="link" href={props.href(path())}>
        <VisibleText text={name()} />
      </a>
    </Show>
  );
}
