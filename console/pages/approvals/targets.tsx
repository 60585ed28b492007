import { Index, Show } from 'solid-js';
import { formatDuration } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { useAccount } from '../jobs/account.ts';
import type { JobRow } from '../jobs/job.ts';
import { TargetNames } from '../jobs/run-script-form.tsx';
import type { Decision } from './decision.ts';
import { offlineCount, type Part, type Proposal } from './proposals.ts';
import type { usePartJobs } from './queries.ts';

export type TargetsProps = {
  proposal: Proposal;
  jobs: ReturnType<typeof usePartJobs>;
  decision: Decision;
  /** Still waiting: companies can be left out. */
  open: boolean;
};

/** Where it would run, company by company, with how many of the devices would have to come back first. */
export function Targets(props: TargetsProps) {
  const jobs = (): readonly JobRow[] => (props.jobs.isSuccess ? props.jobs.data.jobs : []);
  const several = () => props.proposal.parts.length > 1;
  const offline = () => offlineCount(props.decision.chosen());
  return (
    <>
      {/* By place: parts are made anew when the queue changes, and what is open or focused stays so. */}
      <Index each={props.proposal.parts}>
        {(part) => <Target part={part()} jobs={jobs()} decision={props.decision} open={props.open && several()} />}
      </Index>
      <Show when={props.jobs.isError}>
        <div class="p-4">
          <ErrorState
            what={t('approvals.targets_failed')}
            error={props.jobs.error}
            retry={() => void props.jobs.refetch()}
          />
        </div>
      </Show>
      <div class="card-body">
        <Facts
          facts={[
            [t('approvals.runs_as'), <RunsAs proposal={props.proposal} jobs={jobs()} />],
            [
              t('approvals.when'),
              offline() > 0 ? t('approvals.when_later', { count: offline() }) : t('approvals.when_now'),
            ],
          ]}
        />
      </div>
    </>
  );
}

type TargetProps = {
  part: Part;
  jobs: readonly JobRow[];
  decision: Decision;
  /** It is one of several, and can be left out. */
  open: boolean;
};

function Target(props: TargetProps) {
  return (
    <div class="target">
      <Show when={props.open} fallback={<span class="strong ellipsis">{companyOf(props.part)}</span>}>
        <Checkbox
          checked={props.decision.has(props.part)}
          onChange={(on) => props.decision.tick(props.part, on)}
          label={<span class="strong">{companyOf(props.part)}</span>}
        />
      </Show>
      <span>{t('approvals.devices', { count: props.part.devices })}</span>
      <Show when={props.part.offline !== undefined}>
        <span class="sub">
          <Show
            when={props.part.offline}
            fallback={
              <StatusWord
                class="xs"
                tone="ok"
                icon="dot"
                word={props.part.devices === 1 ? t('approvals.online') : t('approvals.all_online')}
              />
            }
          >
            {(count) => (
              <StatusWord class="xs" tone="idle" icon="ring" word={t('approvals.offline', { count: count() })} />
            )}
          </Show>
        </span>
      </Show>
      <Names part={props.part} jobs={props.jobs} />
    </div>
  );
}

function companyOf(part: Part): string {
  return part.company ?? t('jobs.unassigned');
}

function RunsAs(props: { proposal: Proposal; jobs: readonly JobRow[] }) {
  const limit = () => formatDuration(props.jobs[0]?.timeout_sec ?? 0);
  const account = useAccount(() => (props.jobs.length === 1 ? props.jobs[0]?.agent_id : undefined));
  return (
    <Show when={props.jobs.length > 0} fallback={props.proposal.shell}>
      {t('approvals.runs_as_value', { account: account(), shell: props.proposal.shell, limit: limit() })}
    </Show>
  );
}

/** One device is named at once, more of them on request. */
function Names(props: { part: Part; jobs: readonly JobRow[] }) {
  const names = () =>
    props.part.batchId === null
      ? [props.part.hostname]
      : props.jobs.filter(({ batch_id }) => batch_id === props.part.batchId).map((job) => job.agent_hostname);
  const label = () => t('approvals.names_of', { name: companyOf(props.part) });
  return (
    <Show when={names().length > 0}>
      <Show
        when={names().length > 1}
        fallback={
          <span class="sub dim">
            <VisibleText text={names()[0] ?? ''} />
          </span>
        }
      >
        <details class="sub xs">
          <summary class="link">{t('approvals.names')}</summary>
          <TargetNames label={label()} names={names()} />
        </details>
      </Show>
    </Show>
  );
}
