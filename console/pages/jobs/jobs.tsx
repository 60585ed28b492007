import { Show } from 'solid-js';
import { api } from '../../api.ts';
import { formatDuration } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { createPaged } from '../../paged.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconClose, IconJobs } from '../../ui/icons.ts';
import { PagedFoot, PagedList } from '../../ui/paged-list.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { ActorName } from './actor.tsx';
import { DeviceLink } from './device-link.tsx';
import { stateFilters, useJobFilters } from './filters.ts';
import { type JobRow, jobLook, jobSeconds, jobTitle } from './job.ts';

const PAGE = 100;

/** Every job, newest first, filtered by what the URL says. */
export default function Jobs() {
  const company = useCompany();
  const filters = useJobFilters();
  const query = () => ({
    ...(filters.status() && { status: filters.status() }),
    ...(filters.device() && { agent_id: filters.device() }),
    ...(company.id() && { client_id: company.id() }),
  });
  const jobs = createPaged<JobRow>({
    key: () => ['jobs', { list: query() }],
    load: async (cursor, signal) => {
      const page = await api('GET /api/jobs', {
        query: { ...query(), limit: PAGE, ...(cursor && { cursor }) },
        signal,
      });
      return { rows: page.jobs, next: page.next_cursor };
    },
    at: (job) => job.created_at,
  });
  return (
    <Page title={t('jobs.title')}>
      <JobFilters hostname={jobs.rows().find((job) => job.agent_id === filters.device())?.agent_hostname} />
      <Card>
        <PagedList
          paged={jobs}
          failed={t('jobs.failed')}
          newLabel={(count) => t('jobs.show_new', { count })}
          empty={<NoJobs />}
        >
          <Table label={t('jobs.title')} columns={columns(company.href)} rows={jobs.rows()} />
        </PagedList>
        <PagedFoot paged={jobs} more={t('jobs.more')} />
      </Card>
    </Page>
  );
}

function JobFilters(props: { hostname: string | undefined }) {
  const filters = useJobFilters();
  const options = () => {
    const known = stateFilters.map(({ label, statuses }) => ({ value: statuses.join(',') || 'all', label: t(label) }));
    const chosen = filters.status() ?? 'all';
    if (known.some(({ value }) => value === chosen)) return known;
    return [...known, { value: chosen, label: t('jobs.filter.other') }];
  };
  return (
    <div class="filters">
      <Select
        class="w-60"
        hideLabel
        label={t('jobs.filter.state')}
        options={options()}
        value={filters.status() ?? 'all'}
        onChange={(status) => filters.setStatus(status === 'all' ? undefined : status)}
      />
      <Show when={filters.device()}>
        {(id) => (
          <span class="chip on">
            <span class="k">{t('jobs.device_filter')}</span>
            <VisibleText text={props.hostname ?? id().slice(0, 8)} />
            <button type="button" aria-label={t('jobs.device_clear')} onClick={() => filters.setDevice(undefined)}>
              <IconClose class="i-sm" />
            </button>
          </span>
        )}
      </Show>
    </div>
  );
}

function NoJobs() {
  const filters = useJobFilters();
  const company = useCompany();
  return (
    <Show
      when={filters.any()}
      fallback={
        <EmptyState
          icon={IconJobs}
          title={t('jobs.none')}
          actions={
            <Show when={can('devices.view')}>
              <LinkButton href={company.href('/devices')}>{t('jobs.to_devices')}</LinkButton>
            </Show>
          }
        >
          {t('jobs.why')}
        </EmptyState>
      }
    >
      <EmptyState
        icon={IconJobs}
        title={t('jobs.none_match')}
        actions={<Button onClick={filters.clear}>{t('jobs.clear')}</Button>}
      >
        {t('jobs.none_match_why')}
      </EmptyState>
    </Show>
  );
}

function columns(href: (path: string) => string): TableColumn<JobRow>[] {
  return [
    { header: t('jobs.column.state'), cell: (job) => <StatusWord {...jobLook(job)} /> },
    {
      header: t('jobs.column.what'),
      cell: (job) => (
        <a class="strong ellipsis block max-w-90" href={href(`/jobs/${job.id}`)} title={jobTitle(job)}>
          {jobTitle(job)}
        </a>
      ),
    },
    {
      header: t('jobs.column.device'),
      cell: (job) => <DeviceLink hostname={job.agent_hostname} href={href(`/devices/${job.agent_id}`)} />,
    },
    {
      header: t('jobs.column.company'),
      cell: (job) => <span class="dim">{job.client_name ?? t('jobs.unassigned')}</span>,
    },
    { header: t('jobs.column.by'), cell: (job) => <ActorName plain actor={job.proposed_by} source={job.source} /> },
    { header: t('jobs.column.when'), cell: (job) => <RelativeTime class="muted" at={job.created_at} /> },
    {
      header: t('jobs.column.took'),
      kind: 'num',
      cell: (job) => (
        <span class="muted">
          <Show when={jobSeconds(job) !== undefined}>{formatDuration(jobSeconds(job) ?? 0)}</Show>
        </span>
      ),
    },
  ];
}
