import { useParams } from '@solidjs/router';
import { Show } from 'solid-js';
import { isGone } from '../../api-error.ts';
import { formatBytes, formatDuration } from '../../i18n/format.ts';
import { rich, t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock, VisibleText } from '../../ui/code/code.tsx';
import { AnsiOutput } from '../../ui/code/output.tsx';
import { linesOf } from '../../ui/code/visible.ts';
import { IconApprovals, IconInfo, IconWarn } from '../../ui/icons.ts';
import { ErrorState, Loaded } from '../../ui/states.tsx';
import { Badge, Note, StatusWord } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { BatchCard } from './batch-card.tsx';
import { DeviceLink } from './device-link.tsx';
import { GivenCard } from './given-card.tsx';
import { hasEnded, type Job, jobLook, jobSeconds, jobTitle, mayPrint, plainLine } from './job.ts';
import { JobActs } from './job-acts.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobGone } from './job-gone.tsx';
import { createJobOutput } from './job-output.ts';
import { JobStates } from './job-states.tsx';
import { useJob } from './queries.ts';
import { riskFlags } from './risk-flags.tsx';

/** One job: what it printed, what it is, how it came and went. */
export default function JobPage() {
  const params = useParams<{ id: string }>();
  const company = useCompany();
  const job = useJob(() => params.id);
  return (
    <Show
      when={job.isSuccess && job.data}
      fallback={
        <Show when={!(job.isError && isGone(job.error))} fallback={<JobGone />}>
          <Page title={t('jobs.title')} crumbs={[{ label: t('jobs.title'), href: company.href('/jobs') }]}>
            <Card>
              <Loaded query={job} failed={t('jobs.one_failed')}>
                {() => null}
              </Loaded>
            </Card>
          </Page>
        </Show>
      }
    >
      {(data) => (
        // Another job is another page: its output starts over.
        <Show when={data().id} keyed>
          <JobView job={data()} />
        </Show>
      )}
    </Show>
  );
}

function JobView(props: { job: Job }) {
  const company = useCompany();
  const seconds = () => jobSeconds(props.job);
  const crumbs = () => {
    const jobs = { label: t('jobs.title'), href: company.href('/jobs') };
    const batch = props.job.batch_id;
    return batch === null ? [jobs] : [jobs, { label: t('jobs.batch'), href: company.href(`/jobs/batch/${batch}`) }];
  };
  return (
    <Page
      title={jobTitle(props.job)}
      crumbs={crumbs()}
      beside={
        <>
          <span role="status">
            <Badge {...jobLook(props.job)} />
          </span>
          <span class="muted sm">
            <DeviceLink hostname={props.job.agent_hostname} href={company.href(`/devices/${props.job.agent_id}`)} />
            <Show when={seconds() !== undefined}>, {formatDuration(seconds() ?? 0)}</Show>
          </span>
        </>
      }
      actions={<JobActs job={props.job} />}
    >
      <div class="cols">
        <div class="stack">
          <Show when={props.job.error}>
            {(error) => (
              <Note icon={IconWarn} look="warn">
                <VisibleText text={error()} />
              </Note>
            )}
          </Show>
          <Late job={props.job} />
          <Show when={props.job.status !== 'awaiting_approval' && props.job.status !== 'rejected'}>
            <Output job={props.job} />
          </Show>
          <GivenCard given={props.job} />
          <Script job={props.job} />
        </div>
        <aside class="stack">
          <JobStates job={props.job} />
          <BatchCard job={props.job} />
          <JobFacts job={props.job} />
        </aside>
      </div>
    </Page>
  );
}

function Output(props: { job: Job }) {
  const output = createJobOutput(() => props.job);
  const device = () => plainLine(props.job.agent_hostname);
  return (
    <>
      <Show when={output.error() !== undefined}>
        <ErrorState what={t('jobs.output_failed')} error={output.error()} />
      </Show>
      <AnsiOutput
        text={output.text()}
        from={t('jobs.output_from', { name: device() })}
        running={!hasEnded(props.job.status)}
        fileName={`${fileName(props.job)}.txt`}
        foot={
          <>
            <span>
              <Show when={output.bytes() > 0 || !mayPrint(props.job.status)} fallback={t('jobs.output_not_yet')}>
                {t('jobs.output_size', { size: formatBytes(output.bytes()) })}
              </Show>
            </span>
            <Show when={props.job.output_truncated}>
              <span>{t('jobs.output_truncated')}</span>
            </Show>
            <span class="ml-auto">{t('jobs.output_merged')}</span>
          </>
        }
      />
    </>
  );
}

/** A name that every file system takes. */
function fileName(job: Job): string {
  return `${job.agent_hostname}-${job.id.slice(0, 8)}`.replace(/[^\w.-]+/g, '_');
}

function Script(props: { job: Job }) {
  const lines = () => linesOf(props.job.script).length;
  return (
    <Card
      title={t('jobs.script')}
      sub={t('jobs.script_sub', { shell: props.job.shell, count: lines() })}
      end={
        <Show
          when={props.job.risk_hints.length > 0}
          fallback={<StatusWord tone="plain" icon={IconApprovals} word={t('jobs.no_hints')} />}
        >
          <StatusWord tone="warn" icon={IconWarn} word={t('jobs.hints', { count: props.job.risk_hints.length })} />
        </Show>
      }
    >
      <CodeBlock
        text={props.job.script}
        shell={props.job.shell}
        label={t('jobs.script')}
        anchor="L"
        flag={riskFlags(() => props.job.risk_hints)}
      />
    </Card>
  );
}

function Late(props: { job: Job }) {
  return (
    <Show when={props.job.late_result}>
      {(late) => (
        <Card title={t('jobs.late')}>
          <div class="card-body">
            <Note icon={IconInfo}>
              {rich('jobs.late_why', {
                outcome:
                  late().exit_code === null ? late().outcome : t('jobs.exit_code', { code: String(late().exit_code) }),
                time: <RelativeTime at={late().received_at} />,
              })}
            </Note>
          </div>
          <CodeBlock text={late().stdout} label={t('jobs.late')} />
        </Card>
      )}
    </Show>
  );
}
