import { createMemo, createSignal, For, Show } from 'solid-js';
import { formatDuration } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { Loaded } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { type Job, type JobRow, jobLook, jobSeconds } from './job.ts';
import { againOf } from './job-acts.tsx';
import { useBatch } from './queries.ts';
import { RunScriptDialog } from './run-script-dialog.tsx';

/** Devices shown beside a job; the batch's own page has all. */
const SHOWN = 8;

/** The rest of the batch, beside one of its jobs. */
export function BatchCard(props: { job: Job }) {
  const company = useCompany();
  const batch = useBatch(() => props.job.batch_id);
  const count = () => (batch.isSuccess ? batch.data.jobs.length : 0);
  const page = () => company.href(`/jobs/batch/${props.job.batch_id}`);
  return (
    <Show when={props.job.batch_id !== null}>
      <Card
        title={t('jobs.batch')}
        sub={count() > 0 ? t('jobs.batch_devices', { count: count() }) : undefined}
        end={
          <a class="link" href={`${page()}${page().includes('?') ? '&' : '?'}view=outputs`}>
            {t('jobs.batch_compare')}
          </a>
        }
      >
        <Loaded query={batch} failed={t('jobs.batch_failed')}>
          {(data) => <Rows job={props.job} jobs={data().jobs} page={page()} />}
        </Loaded>
      </Card>
    </Show>
  );
}

function Rows(props: { job: Job; jobs: readonly JobRow[]; page: string }) {
  const company = useCompany();
  // The job on screen is always among them.
  const shown = createMemo(() => {
    const first = props.jobs.slice(0, SHOWN);
    if (first.some(({ id }) => id === props.job.id)) return first;
    const here = props.jobs.filter(({ id }) => id === props.job.id);
    return [...here, ...first.slice(0, SHOWN - 1)];
  });
  return (
    <>
      <ul class="list">
        <For each={shown()}>
          {(job) => (
            <li class={`tight ${job.id === props.job.id ? 'here' : ''}`}>
              <a
                class={`sm ellipsis grow ${job.id === props.job.id ? 'strong' : ''}`}
                href={company.href(`/jobs/${job.id}`)}
                aria-current={job.id === props.job.id ? 'page' : undefined}
              >
                <VisibleText text={job.agent_hostname} />
              </a>
              <StatusWord {...jobLook(job)} />
              <span class="xs muted w-14 text-right">{took(job)}</span>
            </li>
          )}
        </For>
      </ul>
      <Show when={props.jobs.length > shown().length || failedOf(props.jobs).length > 0}>
        <div class="card-foot">
          <Show when={props.jobs.length > shown().length}>
            <a class="link" href={props.page}>
              {t('jobs.batch_all', { count: props.jobs.length - shown().length })}
            </a>
          </Show>
          <span class="ml-auto">
            <RetryFailed job={props.job} jobs={props.jobs} />
          </span>
        </div>
      </Show>
    </>
  );
}

function took(job: JobRow): string {
  const seconds = jobSeconds(job);
  return seconds === undefined ? '' : formatDuration(seconds);
}

export function failedOf(jobs: readonly JobRow[]): JobRow[] {
  return jobs.filter(({ status }) => status === 'failed');
}

/** Proposes the same for the devices on which it failed. It waits for approval like any other. */
export function RetryFailed(props: { job: Job; jobs: readonly JobRow[] }) {
  const [open, setOpen] = createSignal(false);
  const targets = () =>
    failedOf(props.jobs).map((job) => ({
      id: job.agent_id,
      hostname: job.agent_hostname,
      company: job.client_name,
    }));
  return (
    <Show when={can('jobs.create') && targets().length > 0}>
      <Button size="s" onClick={() => setOpen(true)}>
        {t('jobs.batch_retry', { count: targets().length })}
      </Button>
      <RunScriptDialog open={open()} onOpenChange={setOpen} targets={targets()} start={againOf(props.job)} />
    </Show>
  );
}
