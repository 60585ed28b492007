import { Show } from 'solid-js';
import { t } from '../../../i18n/index.ts';
import { useCompany } from '../../../shell/company.ts';
import { VisibleText } from '../../../ui/code/code.tsx';
import { AnsiOutput } from '../../../ui/code/output.tsx';
import { IconWarn } from '../../../ui/icons.ts';
import { Note } from '../../../ui/status.tsx';
import { hasEnded, type Job, plainLine } from '../../jobs/job.ts';
import { createJobOutput } from '../../jobs/job-output.ts';

/** What an approved job prints, as it comes, and the way to all of it. */
export function JobResult(props: { job: Job }) {
  const company = useCompany();
  const decided = () => props.job.status !== 'awaiting_approval' && props.job.status !== 'rejected';
  return (
    <Show when={decided()}>
      <Show when={props.job.error}>
        {(error) => (
          <div class="chat-card-line">
            <Note icon={IconWarn} look="warn">
              <VisibleText text={error()} />
            </Note>
          </div>
        )}
      </Show>
      <Show when={props.job.started_at !== null} fallback={<Waits job={props.job} />}>
        <Output job={props.job} href={company.href(`/jobs/${props.job.id}`)} />
      </Show>
    </Show>
  );
}

function Waits(props: { job: Job }) {
  return (
    <Show when={props.job.status === 'dispatched'}>
      <p class="chat-card-line sm muted">{t('jobs.state.waits')}</p>
    </Show>
  );
}

function Output(props: { job: Job; href: string }) {
  const output = createJobOutput(() => props.job);
  return (
    <AnsiOutput
      text={output.text()}
      from={t('jobs.output_from', { name: plainLine(props.job.agent_hostname) })}
      running={!hasEnded(props.job.status)}
      fileName={`job-${props.job.id.slice(0, 8)}.txt`}
      foot={
        <a class="link" href={props.href}>
          {t('approvals.open_job')}
        </a>
      }
    />
  );
}
