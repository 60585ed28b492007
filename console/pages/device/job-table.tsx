import { Show } from 'solid-js';
import { formatDuration } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { StatusWord } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { ActorName } from '../jobs/actor.tsx';
import { type JobRow, jobLook, jobSeconds, jobTitle } from '../jobs/job.ts';

/** Jobs of one device: no column says which. */
export function JobTable(props: { label: string; jobs: readonly JobRow[] }) {
  const company = useCompany();
  return <Table label={props.label} columns={columns(company.href)} rows={props.jobs} />;
}

function columns(href: (path: string) => string): TableColumn<JobRow>[] {
  return [
    { header: t('device.job_state'), cell: (job) => <StatusWord {...jobLook(job)} /> },
    {
      header: t('device.job'),
      kind: 'wrap',
      cell: (job) => (
        <a class="strong" href={href(`/jobs/${job.id}`)}>
          {jobTitle(job)}
        </a>
      ),
    },
    { header: t('device.proposed_by'), cell: (job) => <ActorName plain actor={job.proposed_by} source={job.source} /> },
    {
      header: t('device.decided_by'),
      cell: (job) => (
        <Show when={job.approved_by ?? job.rejected_by}>{(actor) => <ActorName plain actor={actor()} />}</Show>
      ),
    },
    { header: t('device.job_when'), kind: 'num', cell: (job) => <RelativeTime class="dim" at={job.created_at} /> },
    {
      header: t('device.job_took'),
      kind: 'num',
      cell: (job) => <span class="dim">{tookOf(job)}</span>,
    },
  ];
}

function tookOf(job: JobRow): string {
  const seconds = jobSeconds(job);
  return seconds === undefined ? '' : formatDuration(seconds);
}
