import { useParams } from '@solidjs/router';
import { type JSX, Show } from 'solid-js';
import { formatDuration } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock, VisibleText } from '../../ui/code/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { Badge } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { GivenCard } from '../jobs/given-card.tsx';
import { approvalLook } from '../monitoring/check-words.ts';
import { shellName } from '../scripts/words.ts';
import { draftOf, scheduleOf } from './draft.ts';
import { NextRuns } from './next-runs.tsx';
import { type Task, useTargets, useTask } from './queries.ts';
import { RunsCard } from './runs-card.tsx';
import { scheduleText } from './schedule-words.ts';
import { TaskActs } from './task-acts.tsx';
import { TaskOwner } from './task-columns.tsx';

/** /monitoring/tasks/:id */
export default function TaskPage() {
  const params = useParams<{ id: string }>();
  const company = useCompany();
  const task = useTask(() => params.id);
  const loaded = () => (task.isSuccess ? task.data : undefined);
  return (
    <Page
      title={loaded()?.name ?? t('tasks.title')}
      crumbs={[{ label: t('tasks.title'), href: company.href('/monitoring/tasks') }]}
      beside={<Show when={loaded()}>{(found) => <Beside task={found()} />}</Show>}
      actions={<Show when={loaded()}>{(found) => <TaskActs task={found()} />}</Show>}
    >
      <Loaded query={task} failed={t('tasks.one_failed')} skeleton={<Skeleton kind="lines" rows={8} />}>
        {(found) => <View task={found()} />}
      </Loaded>
    </Page>
  );
}

function Beside(props: { task: Task }) {
  return (
    <>
      <Show when={!props.task.enabled}>
        <Badge tone="idle" icon="ring" word={t('tasks.disabled')} />
      </Show>
      <Show when={props.task.approval}>{(state) => <Badge {...approvalLook(state())} />}</Show>
    </>
  );
}

function View(props: { task: Task }) {
  const schedule = () => scheduleOf(draftOf(props.task));
  return (
    <div class="cols">
      <div class="stack">
        <Show when={props.task.description}>
          <p class="dim">{props.task.description}</p>
        </Show>
        <Card title={t('tasks.schedule')}>
          <div class="card-body">
            <p class="strong">{scheduleText(props.task)}</p>
          </div>
          <Show when={props.task.enabled && schedule()}>
            {(timing) => <NextRuns schedule={timing()} next={props.task.next_run_at} />}
          </Show>
        </Card>
        <Show when={props.task.script}>
          {(script) => (
            <Card title={t('tasks.program')} sub={t('tasks.own_script', { shell: shellName(props.task.shell) })}>
              <CodeBlock text={script()} shell={props.task.shell} label={t('tasks.program')} />
            </Card>
          )}
        </Show>
        <GivenCard given={props.task} />
        <RunsCard taskId={props.task.id} />
      </div>
      <aside class="stack">
        <Card title={t('tasks.settings')} pad>
          <Facts facts={facts(props)} />
        </Card>
      </aside>
    </div>
  );
}

function facts(props: { task: Task }): (readonly [string, JSX.Element])[] {
  const company = useCompany();
  const { task } = props;
  return [
    [t('tasks.runs_on'), <TaskOwner task={props.task} href={company.href} />],
    [t('standing.reaches'), <Targets id={task.id} />],
    ...(task.script_id === null
      ? []
      : [[t('tasks.library_script'), <Library task={props.task} />] satisfies [string, JSX.Element]]),
    [t('tasks.next_run'), <When at={props.task.next_run_at} none={t('tasks.no_next')} />],
    [t('tasks.last_run'), <When at={props.task.last_run_at} none={t('tasks.never')} />],
    [t('tasks.time_limit'), formatDuration(task.timeout_sec)],
    [t('tasks.missed'), task.run_missed ? t('tasks.missed_yes') : t('tasks.missed_no')],
    ...(task.approval_id !== null && can('jobs.view')
      ? [[t('tasks.approval'), <ApprovalLink id={task.approval_id} />] satisfies [string, JSX.Element]]
      : []),
  ];
}

function When(props: { at: string | null; none: string }) {
  return (
    <Show when={props.at} fallback={<span class="muted">{props.none}</span>}>
      {(at) => <RelativeTime at={at()} />}
    </Show>
  );
}

function Targets(props: { id: string }) {
  const targets = useTargets(() => props.id);
  return (
    <Show when={targets.isSuccess && targets.data}>{(found) => t('tasks.targets', { count: found().count })}</Show>
  );
}

function Library(props: { task: Task }) {
  const company = useCompany();
  const name = () => props.task.script_name ?? '';
  return (
    <Show when={can('scripts.view')} fallback={<VisibleText text={name()} />}>
      <a class="link" href={company.href(`/scripts/${props.task.script_id}`)}>
        <VisibleText text={name()} />
      </a>
    </Show>
  );
}

function ApprovalLink(props: { id: string }) {
  const company = useCompany();
  return (
    <a class="link" href={company.href(`/approvals/standing/${props.id}`)}>
      {t('tasks.approval_open')}
    </a>
  );
}
