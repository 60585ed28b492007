import { createMemo, For, Show } from 'solid-js';
import { rich, t } from '../../../i18n/index.ts';
import { can } from '../../../session.ts';
import { useCompany } from '../../../shell/company.ts';
import { Card } from '../../../ui/card.tsx';
import { VisibleText } from '../../../ui/code/code.tsx';
import { IconAi, IconApprovals, IconJobs, IconWarn } from '../../../ui/icons.ts';
import { Badge, From, StatusWord } from '../../../ui/status.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { outcomeOf } from '../../approvals/outcome.ts';
import { proposalOfJobs } from '../../approvals/proposals.ts';
import { ScriptCard } from '../../approvals/script-card.tsx';
import { useDeviceOf } from '../../jobs/account.ts';
import { DeviceLink } from '../../jobs/device-link.tsx';
import { type JobRow, type JobStatus, jobLook, jobTitle } from '../../jobs/job.ts';
import { useBatch, useJob } from '../../jobs/queries.ts';
import { JobsDecision } from './decision.tsx';
import { Found } from './found.tsx';
import { JobResult } from './job-result.tsx';

/** A proposed script for one device, or for those of one company: what would run, the decision, and what came of it. */
export function JobsCard(props: { id: string; batch: boolean }) {
  const batch = useBatch(() => (props.batch ? props.id : null));
  const one = useJob(
    () => props.id,
    () => !props.batch,
  );
  return (
    <Show when={props.batch} fallback={<Found query={one}>{(job) => <Jobs jobs={[job()]} />}</Found>}>
      <Found query={batch}>{(data) => <Jobs jobs={data().jobs} />}</Found>
    </Show>
  );
}

function Jobs(props: { jobs: readonly JobRow[] }) {
  const first = () => props.jobs[0];
  return <Show when={first()}>{(job) => <JobsView first={job()} jobs={props.jobs} />}</Show>;
}

function JobsView(props: { first: JobRow; jobs: readonly JobRow[] }) {
  const company = useCompany();
  const script = useJob(() => props.first.id);
  const proposal = createMemo(() => proposalOfJobs(props.jobs));
  const outcome = createMemo(() => outcomeOf(props.jobs));
  const several = () => props.first.batch_id !== null;
  const href = () => {
    if (!outcome()) return company.href(`/approvals/${props.first.batch_id ?? props.first.id}`);
    return company.href(several() ? `/jobs/batch/${props.first.batch_id}` : `/jobs/${props.first.id}`);
  };
  return (
    <Card
      class="chat-card"
      title={
        <a class="wrap-anywhere" href={href()}>
          {jobTitle(props.first)}
        </a>
      }
      end={
        <Show when={props.jobs.length === 1} fallback={<States jobs={props.jobs} />}>
          <span role="status">
            <Badge {...jobLook(props.first)} />
          </span>
        </Show>
      }
    >
      <div class="chat-card-facts">
        <span class="row gap-1.5">
          <IconJobs class="i-sm" />
          <Where jobs={props.jobs} />
        </span>
        <From icon={IconAi}>{t('chat.proposal.from_ai')}</From>
        <Hints first={props.first} />
      </div>
      <details class="chat-script" open={outcome() === undefined}>
        <summary>{t('jobs.script')}</summary>
        <ScriptCard query={script} anchor={`L-${props.first.id}-`} />
      </details>
      <Show when={outcome()} fallback={<Waiting proposal={proposal()} jobs={props.jobs} ready={script.isSuccess} />}>
        {(decided) => (
          <Show when={decided().verdict !== 'ended'}>
            <p class="chat-card-line row flex-wrap sm dim">
              <span>
                {rich(`chat.proposal.${decided().verdict === 'approved' ? 'approved_by' : 'rejected_by'}`, {
                  name: (
                    <b>
                      <VisibleText text={decided().name} />
                    </b>
                  ),
                  time: <Show when={decided().at}>{(at) => <RelativeTime at={at()} />}</Show>,
                })}
              </span>
              <Show when={several() && decided().verdict === 'approved'}>
                <a class="link ml-auto" href={href()}>
                  {t('approvals.open_batch')}
                </a>
              </Show>
            </p>
          </Show>
        )}
      </Show>
      <Show when={props.jobs.length === 1 && script.isSuccess && script.data}>
        {(job) => <JobResult job={job()} />}
      </Show>
    </Card>
  );
}

function Where(props: { jobs: readonly JobRow[] }) {
  const company = useCompany();
  return (
    <Show
      when={props.jobs.length === 1 && props.jobs[0]}
      fallback={t('chat.proposal.on', { count: props.jobs.length })}
    >
      {(job) => (
        <span>
          <DeviceLink hostname={job().agent_hostname} href={company.href(`/devices/${job().agent_id}`)} />
          <Show when={job().client_name}>{(name) => <span class="muted"> · {name()}</span>}</Show>
        </span>
      )}
    </Show>
  );
}

function Hints(props: { first: JobRow }) {
  const count = () => props.first.risk_hints.length;
  return (
    <Show
      when={count() > 0}
      fallback={<StatusWord tone="plain" icon={IconApprovals} word={t('chat.proposal.no_hints')} class="xs" />}
    >
      <StatusWord tone="warn" icon={IconWarn} word={t('jobs.hints', { count: count() })} class="xs" />
    </Show>
  );
}

/** How many of the jobs are in which state. */
function States(props: { jobs: readonly JobRow[] }) {
  const counts = createMemo(() => [...Map.groupBy(props.jobs, ({ status }) => status)]);
  const look = (status: JobStatus) => jobLook({ status, exit_code: null });
  return (
    <span class="row flex-wrap" role="status" aria-label={t('chat.proposal.states')}>
      <For each={counts()}>
        {([status, jobs]) => <Badge {...look(status)} word={`${jobs.length} ${look(status).word}`} />}
      </For>
    </span>
  );
}

type WaitingProps = { proposal: ReturnType<typeof proposalOfJobs>; jobs: readonly JobRow[]; ready: boolean };

function Waiting(props: WaitingProps) {
  const device = useDeviceOf(() => (props.jobs.length === 1 ? props.jobs[0]?.agent_id : undefined));
  return (
    <>
      <Show when={device.isSuccess && device.data.status === 'offline'}>
        <p class="chat-card-line sm dim">{t('chat.proposal.offline')}</p>
      </Show>
      <Show
        when={can('jobs.manage') && props.proposal}
        fallback={<p class="chat-card-line sm dim">{t('chat.proposal.others')}</p>}
      >
        {(proposal) => <JobsDecision proposal={proposal()} ready={props.ready} />}
      </Show>
    </>
  );
}
