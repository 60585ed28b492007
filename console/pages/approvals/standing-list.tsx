import { useSearchParams } from '@solidjs/router';
import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconApprovals } from '../../ui/icons.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { scheduleText } from '../tasks/schedule-words.ts';
import { type StandingRow, type StandingState, useStandingPages } from './standing-queries.ts';
import { standingLook } from './standing-words.ts';

const states: readonly StandingState[] = ['waiting', 'approved', 'rejected'];

/** /approvals/standing: everything that runs without asking, or wants to. */
export default function StandingApprovals() {
  const company = useCompany();
  const [search, setSearch] = useSearchParams<{ state?: string }>();
  const state = () => states.find((one) => one === search.state);
  const standing = useStandingPages(state);
  const rows = () => (standing.isSuccess ? standing.data.pages.flatMap((page) => page.standing_approvals) : []);
  return (
    <Page
      title={t('standing.title')}
      crumbs={[{ label: t('approvals.title'), href: company.href('/approvals') }]}
      actions={
        <Segmented
          label={t('standing.state_filter')}
          segments={[
            { value: 'any', label: t('standing.any_state') },
            ...states.map((one) => ({ value: one, label: t(`standing.state.${one}`) })),
          ]}
          value={state() ?? 'any'}
          onChange={(chosen) => setSearch({ state: chosen === 'any' ? null : chosen })}
        />
      }
    >
      <p class="dim mb-4 max-w-220">{t('standing.why')}</p>
      <Card>
        <Loaded query={standing} failed={t('standing.failed')}>
          {() => (
            <Show
              when={rows().length > 0}
              fallback={<EmptyState icon={IconApprovals} title={t('standing.none')} children={undefined} />}
            >
              <Table label={t('standing.title')} columns={columns(company.href)} rows={rows()} stacked />
            </Show>
          )}
        </Loaded>
        <Show when={standing.hasNextPage}>
          <div class="card-foot justify-center">
            <Button busy={standing.isFetchingNextPage} onClick={() => void standing.fetchNextPage()}>
              {t('tasks.more')}
            </Button>
          </div>
        </Show>
      </Card>
    </Page>
  );
}

const columns = (href: (path: string) => string): TableColumn<StandingRow>[] => [
  {
    header: t('standing.subject'),
    cell: (row) => (
      <span class="block min-w-0">
        <a class="strong ellipsis block max-w-80" href={href(`/approvals/standing/${row.id}`)} title={row.subject_name}>
          {row.subject_name}
        </a>
        <span class="xs muted">{t(`standing.kind.${row.subject_kind}`)}</span>
      </span>
    ),
  },
  { header: t('tasks.state'), cell: (row) => <StatusWord {...standingLook(row)} /> },
  { header: t('tasks.schedule'), kind: 'wrap', cell: (row) => scheduleText(row.schedule) },
  {
    header: t('standing.reaches'),
    cell: (row) => (
      <>
        {t('tasks.targets', { count: row.device_count })}{' '}
        <span class="muted">
          <VisibleText text={row.policy_name ?? row.agent_hostname ?? ''} />
        </span>
      </>
    ),
  },
  {
    header: t('standing.approved_by'),
    cell: (row) => (
      <Show when={row.approver} fallback={<span class="muted">–</span>}>
        {(by) => (
          <>
            <VisibleText text={by().name} />{' '}
            <Show when={row.decided_at}>{(at) => <RelativeTime class="muted sm" at={at()} />}</Show>
          </>
        )}
      </Show>
    ),
  },
];
