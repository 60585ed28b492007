import { useInfiniteQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { api, type Output } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { hasPage } from '../../pages.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconAdd, IconCalendar } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { approvalLook } from './check-words.ts';
import type { Policy } from './queries.ts';

type Task = Output<'GET /api/tasks'>['tasks'][number];
const PAGE = 50;

/** The tasks of a policy, and when each runs next. */
export function PolicyTasks(props: { policy: Policy }) {
  const company = useCompany();
  const tasks = useInfiniteQuery(() => ({
    queryKey: ['tasks', { policy_id: props.policy.id, limit: PAGE }],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/tasks', {
        query: { policy_id: props.policy.id, limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page: Output<'GET /api/tasks'>) => page.next_cursor,
  }));
  const rows = () => (tasks.isSuccess ? tasks.data.pages.flatMap((page) => page.tasks) : []);
  const create = () => (
    <Show when={can('tasks.manage') && props.policy.changeable && hasPage('/monitoring/tasks/new')}>
      <LinkButton size="s" icon={IconAdd} href={company.href(`/monitoring/tasks/new?policy=${props.policy.id}`)}>
        {t('policies.new_task')}
      </LinkButton>
    </Show>
  );
  return (
    <Card title={t('policies.tasks')} end={create()}>
      <Loaded query={tasks} failed={t('policies.tasks_failed')}>
        {() => (
          <Show
            when={rows().length > 0}
            fallback={
              <EmptyState icon={IconCalendar} title={t('policies.tasks_none')}>
                {t('policies.tasks_none_why')}
              </EmptyState>
            }
          >
            <Table label={t('policies.tasks')} columns={columns(company.href)} rows={rows()} stacked />
          </Show>
        )}
      </Loaded>
      <Show when={tasks.hasNextPage}>
        <div class="card-foot justify-center">
          <Button busy={tasks.isFetchingNextPage} onClick={() => void tasks.fetchNextPage()}>
            {t('policies.more_tasks')}
          </Button>
        </div>
      </Show>
    </Card>
  );
}

function columns(href: (path: string) => string): TableColumn<Task>[] {
  const when = (at: string | null) => (
    <Show when={at} fallback={<span class="muted">–</span>}>
      {(time) => <RelativeTime at={time()} />}
    </Show>
  );
  return [
    {
      header: t('policies.name'),
      cell: (task) => (
        <span class="row">
          <a class="strong ellipsis max-w-80" href={href(`/monitoring/tasks/${task.id}`)} title={task.name}>
            {task.name}
          </a>
          <Show when={task.approval !== null && task.approval !== 'approved' && task.approval}>
            {(state) => <StatusWord {...approvalLook(state())} />}
          </Show>
        </span>
      ),
    },
    { header: t('policies.last_run'), cell: (task) => when(task.last_run_at) },
    { header: t('policies.next_run'), cell: (task) => when(task.next_run_at) },
  ];
}
