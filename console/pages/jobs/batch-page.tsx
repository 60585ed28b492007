import { useParams, useSearchParams } from '@solidjs/router';
import { createMemo, createSignal, For, Show } from 'solid-js';
import { isGone } from '../../api-error.ts';
import { formatDuration } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconShow } from '../../ui/icons.ts';
import { Loaded } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { RetryFailed } from './batch-card.tsx';
import { BatchOutputs } from './batch-outputs.tsx';
import { type JobRow, type JobStatus, jobLook, jobSeconds, jobTitle } from './job.ts';
import { JobGone } from './job-gone.tsx';
import { useBatch, useJob } from './queries.ts';

/** All jobs of a batch: a cell for each device, or grouped by what they printed. */
export default function BatchPage() {
  const params = useParams<{ id: string }>();
  const company = useCompany();
  const [search, setSearch] = useSearchParams<{ view?: string }>();
  const batch = useBatch(() => params.id);
  const jobs = () => (batch.isSuccess ? batch.data.jobs : []);
  return (
    <Show when={!(batch.isError && isGone(batch.error))} fallback={<JobGone />}>
      <Page
        title={jobs()[0] ? jobTitle(jobs()[0] ?? { description: '' }) : t('jobs.batch')}
        crumbs={[{ label: t('jobs.title'), href: company.href('/jobs') }]}
        beside={<span class="muted sm">{t('jobs.batch_devices', { count: jobs().length })}</span>}
        actions={<BatchActs id={params.id} jobs={jobs()} />}
      >
        <Loaded query={batch} failed={t('jobs.batch_failed')}>
          {(data) => (
            <Tabs
              label={t('jobs.batch_views')}
              value={search.view === 'outputs' ? 'outputs' : 'results'}
              onChange={(view) => setSearch({ view: view === 'outputs' ? view : null })}
              tabs={[
                { value: 'results', label: t('jobs.batch_results'), children: () => <Results jobs={data().jobs} /> },
                {
                  value: 'outputs',
                  label: t('jobs.batch_outputs'),
                  children: () => <BatchOutputs jobs={data().jobs} />,
                },
              ]}
            />
          )}
        </Loaded>
      </Page>
    </Show>
  );
}

/** Review what waits; retry what failed. The script to retry is read with the first of the jobs. */
function BatchActs(props: { id: string; jobs: readonly JobRow[] }) {
  const company = useCompany();
  return (
    <>
      <Show when={can('jobs.view') && props.jobs.some(({ status }) => status === 'awaiting_approval')}>
        <LinkButton look="primary" icon={IconShow} href={company.href(`/approvals/${props.id}`)}>
          {t('jobs.review')}
        </LinkButton>
      </Show>
      <Show when={props.jobs.find(({ status }) => status === 'failed')?.id}>
        {(id) => <Retry id={id()} jobs={props.jobs} />}
      </Show>
    </>
  );
}

function Retry(props: { id: string; jobs: readonly JobRow[] }) {
  const job = useJob(() => props.id);
  return <Show when={job.isSuccess && job.data}>{(data) => <RetryFailed job={data()} jobs={props.jobs} />}</Show>;
}

/** Cells drawn at once; a batch may have 5,000 devices. */
const PART = 400;

function Results(props: { jobs: readonly JobRow[] }) {
  const [only, setOnly] = createSignal<JobStatus>();
  const [limit, setLimit] = createSignal(PART);
  const counts = createMemo(() => {
    const found = new Map<JobStatus, number>();
    for (const { status } of props.jobs) found.set(status, (found.get(status) ?? 0) + 1);
    return [...found].sort((a, b) => b[1] - a[1]);
  });
  const shown = createMemo(() => props.jobs.filter(({ status }) => only() === undefined || status === only()));
  return (
    <Card>
      <div class="filters px-4 pt-3">
        <For each={counts()}>
          {([status, count]) => (
            <button
              type="button"
              class={`chip ${only() === status ? 'on' : ''}`}
              aria-pressed={only() === status}
              onClick={() => setOnly(only() === status ? undefined : status)}
            >
              <StatusWord {...jobLook({ status, exit_code: null })} />
              <b>{count}</b>
            </button>
          )}
        </For>
      </div>
      <ul class="result-grid">
        <For each={shown().slice(0, limit())}>{(job) => <Result job={job} />}</For>
      </ul>
      <Show when={shown().length > limit()}>
        <div class="card-foot justify-center">
          <Button onClick={() => setLimit(limit() + PART)}>
            {t('jobs.batch_all', { count: shown().length - limit() })}
          </Button>
        </div>
      </Show>
    </Card>
  );
}

function Result(props: { job: JobRow }) {
  const company = useCompany();
  const seconds = () => jobSeconds(props.job);
  return (
    <li>
      <a href={company.href(`/jobs/${props.job.id}`)}>
        <span class="sm strong ellipsis">
          <VisibleText text={props.job.agent_hostname} />
        </span>
        <span class="row justify-between">
          <StatusWord {...jobLook(props.job)} />
          <span class="xs muted">
            <Show when={seconds() !== undefined}>{formatDuration(seconds() ?? 0)}</Show>
          </span>
        </span>
      </a>
    </li>
  );
}
