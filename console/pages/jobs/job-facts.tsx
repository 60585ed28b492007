import { formatDuration } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useAccount } from './account.ts';
import { DeviceLink } from './device-link.tsx';
import { hasEnded, type Job } from './job.ts';

/** What the job is, beside what it did. */
export function JobFacts(props: { job: Job }) {
  const company = useCompany();
  const account = useAccount(() => props.job.agent_id);
  const exitCode = () => {
    if (props.job.exit_code !== null) return String(props.job.exit_code);
    return <span class="muted">{hasEnded(props.job.status) ? t('jobs.fact.none') : t('jobs.fact.not_yet')}</span>;
  };
  return (
    <Card title={t('jobs.facts')} pad>
      <Facts
        facts={[
          [
            t('jobs.fact.device'),
            <DeviceLink hostname={props.job.agent_hostname} href={company.href(`/devices/${props.job.agent_id}`)} />,
          ],
          [t('jobs.fact.company'), props.job.client_name ?? t('jobs.unassigned')],
          [t('jobs.fact.exit_code'), exitCode()],
          [t('jobs.fact.runs_as'), `${account()}, ${props.job.shell}`],
          [t('jobs.fact.limit'), formatDuration(props.job.timeout_sec)],
          ['sha256', <span class="mono">{props.job.content_sha256}</span>],
        ]}
      />
    </Card>
  );
}
