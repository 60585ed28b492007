import { createMemo, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { Timeline, type TimelineEntry } from '../../ui/facts.tsx';
import { IconAudit } from '../../ui/icons.ts';
import type { StatusLook } from '../../ui/status.tsx';
import { actionLabel } from '../audit/sentence.tsx';
import { jobLook, jobTitle } from '../jobs/job.ts';
import { type Alert, statusLook } from './alert.ts';
import { useDeviceAlerts, useDeviceAudit, useDeviceJobs } from './queries.ts';

/** So long before and after it was raised. */
const AROUND_MS = 60 * 60_000;
const EVERY = 'open,acknowledged,resolved';

type Happened = TimelineEntry & { at: string };

/** What else happened on the device an hour before and after: its jobs, other alerts and, where one may see it, the audit trail. */
export function AroundCard(props: { alert: Alert }) {
  const company = useCompany();
  const device = () => props.alert.agent_id;
  const raised = () => new Date(props.alert.raised_at).getTime();
  const since = () => new Date(raised() - AROUND_MS).toISOString();
  const until = () => new Date(raised() + AROUND_MS).toISOString();
  const alerts = useDeviceAlerts(device, EVERY, 100);
  const jobs = useDeviceJobs(device);
  const audit = useDeviceAudit(device, since, until);
  const happened = createMemo(() => {
    const found: Happened[] = [
      ...(alerts.isSuccess ? alerts.data.alerts : [])
        .filter(({ id }) => id !== props.alert.id)
        .map((alert) => ({
          ...shapeOf(statusLook(alert)),
          what: link(company.href(`/alerts/${alert.id}`), alert.title),
          sub: t('alerts.around_alert', { state: statusLook(alert).word }),
          at: alert.raised_at,
        })),
      ...(jobs.isSuccess ? jobs.data.jobs : []).map((job) => ({
        ...shapeOf(jobLook(job)),
        what: link(company.href(`/jobs/${job.id}`), jobTitle(job)),
        sub: t('alerts.around_job', { state: jobLook(job).word }),
        at: job.created_at,
      })),
      ...(audit.isSuccess ? audit.data.entries : []).map((entry) => ({
        icon: IconAudit,
        what: actionLabel(entry.action),
        sub: <VisibleText text={entry.actor.name} />,
        at: entry.at,
      })),
    ];
    return found.filter(({ at }) => at >= since() && at <= until()).sort((one, other) => (one.at < other.at ? 1 : -1));
  });
  return (
    <Card title={t('alerts.around')} sub={t('alerts.around_sub')} pad>
      <Show when={happened().length > 0} fallback={<p class="sm dim">{t('alerts.around_nothing')}</p>}>
        <Timeline entries={happened()} />
      </Show>
    </Card>
  );
}

function shapeOf({ icon, tone }: StatusLook): Pick<TimelineEntry, 'icon' | 'tone'> {
  return typeof icon === 'string' ? { icon: IconAudit } : { icon, tone };
}

const link = (href: string, text: string) => (
  <a class="link" href={href}>
    <VisibleText text={text} />
  </a>
);
