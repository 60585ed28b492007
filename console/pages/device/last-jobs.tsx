import { useQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { IconJobs } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { JobTable } from './job-table.tsx';

const SHOWN = 5;

/** The newest jobs of the device, and the way to all of them. */
export function LastJobs(props: { deviceId: string; onAll: () => void }) {
  const jobs = useQuery(() => ({
    queryKey: ['jobs', { last: props.deviceId }],
    queryFn: ({ signal }) => api('GET /api/jobs', { query: { agent_id: props.deviceId, limit: SHOWN }, signal }),
  }));
  return (
    <Card
      title={t('device.last_jobs')}
      end={
        <button type="button" class="link" onClick={() => props.onAll()}>
          {t('device.all_jobs')}
        </button>
      }
    >
      <Loaded query={jobs} failed={t('device.jobs_failed')}>
        {(loaded) => (
          <Show
            when={loaded().jobs.length > 0}
            fallback={
              <EmptyState icon={IconJobs} title={t('device.no_jobs')}>
                {t('device.no_jobs_why')}
              </EmptyState>
            }
          >
            <JobTable label={t('device.last_jobs')} jobs={loaded().jobs} />
          </Show>
        )}
      </Loaded>
    </Card>
  );
}
