import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { createPaged } from '../../paged.ts';
import { Card } from '../../ui/card.tsx';
import { IconJobs } from '../../ui/icons.ts';
import { PagedFoot, PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { JobRow } from '../jobs/job.ts';
import { JobTable } from './job-table.tsx';

const PAGE = 50;

/** Every job of the device, newest first. */
export function JobsTab(props: { deviceId: string }) {
  const jobs = createPaged<JobRow>({
    key: () => ['jobs', { device: props.deviceId }],
    load: async (cursor, signal) => {
      const query = { agent_id: props.deviceId, limit: PAGE, ...(cursor && { cursor }) };
      const page = await api('GET /api/jobs', { query, signal });
      return { rows: page.jobs, next: page.next_cursor };
    },
    at: (job) => job.created_at,
  });
  return (
    <Card>
      <PagedList
        paged={jobs}
        failed={t('device.jobs_failed')}
        newLabel={(count) => t('device.show_new_jobs', { count })}
        empty={
          <EmptyState icon={IconJobs} title={t('device.no_jobs')}>
            {t('device.no_jobs_why')}
          </EmptyState>
        }
      >
        <JobTable label={t('device.tab_jobs')} jobs={jobs.rows()} />
        <PagedFoot paged={jobs} more={t('device.more_jobs')} />
      </PagedList>
    </Card>
  );
}
