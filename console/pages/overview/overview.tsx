import { useQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { api, type Output } from '../../api.ts';
import { formatClock, formatDay } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Count } from '../../ui/status.tsx';
import { now } from '../../ui/time.tsx';
import { ProposalList } from '../approvals/approvals-page.tsx';
import { type Queue, useQueue } from '../approvals/queries.ts';
import { useWaitingOperations } from '../device-operations/queries.ts';
import { WaitingDevices } from '../device-operations/waiting.tsx';
import { Companies } from './companies.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { FleetStrip } from './fleet-strip.tsx';
import { OpenAlerts } from './open-alerts.tsx';
import { OwnAccount } from './own-account.tsx';
import { RecentActivity } from './recent-activity.tsx';

export type Dashboard = Output<'GET /api/dashboard'>;

/** Proposals shown here; the queue has all. */
const SHOWN = 5;

/** What needs a person now, whether the fleet is all right, what just happened. Parts not allowed are absent. */
export default function Overview() {
  const queue = useQueue();
  const operations = useWaitingOperations();
  const dashboard = useQuery(() => ({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => api('GET /api/dashboard', { signal }),
  }));
  return (
    <Page
      title={t('overview.title')}
      beside={
        <span class="muted sm">
          {formatDay(now())}, {formatClock(now())}
        </span>
      }
    >
      <OwnAccount />
      <Loaded query={dashboard} failed={t('overview.failed')}>
        {(data) => (
          <>
            <FleetStrip dashboard={data()} queue={queue} operations={operations.rows()} />
            <div class="cols">
              <div class="stack">
                <Show when={data().alerts}>{(counts) => <OpenAlerts counts={counts()} />}</Show>
                <Show when={can('jobs.view')}>
                  <Waiting queue={queue} />
                </Show>
                <WaitingDevices operations={operations.rows()} limit={SHOWN} />
                <Show when={data().companies}>{(companies) => <Companies companies={companies()} />}</Show>
              </div>
              <div class="stack">
                <Show when={data().jobs}>{(jobs) => <FailedJobs jobs={jobs()} />}</Show>
                <Show when={data().recent}>{(recent) => <RecentActivity entries={recent()} />}</Show>
              </div>
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Waiting(props: { queue: Queue }) {
  const company = useCompany();
  const count = () => props.queue.ids().length;
  return (
    <Card
      title={
        <span class="row">
          {t('overview.waiting')}
          <Show when={count() > 0}>
            <Count look="ask" value={count()} label={t('approvals.count', { count: count() })} />
          </Show>
        </span>
      }
      end={
        <a class="link" href={company.href('/approvals')}>
          {t('overview.queue')}
        </a>
      }
      foot={
        count() > SHOWN ? (
          <a class="link" href={company.href('/approvals')}>
            {t('overview.queue_more', { count: count() - SHOWN })}
          </a>
        ) : undefined
      }
    >
      <ProposalList queue={props.queue} limit={SHOWN} />
    </Card>
  );
}
