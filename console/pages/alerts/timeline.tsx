import { type JSX, Show } from 'solid-js';
import type { Output } from '../../api.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { VisibleText } from '../../ui/code/code.tsx';
import type { TimelineEntry } from '../../ui/facts.tsx';
import {
  type Icon,
  IconBell,
  IconBellOff,
  IconCheck,
  IconEdit,
  IconError,
  IconFailed,
  IconJobs,
  IconRetry,
  IconSend,
  IconUpDown,
  IconUser,
} from '../../ui/icons.ts';
import type { Tone } from '../../ui/status.tsx';
import { ActorName } from '../jobs/actor.tsx';
import { type Alert, severityLook, valueAgainst } from './alert.ts';

export type AlertEvent = Output<'GET /api/alerts/:id/events'>['events'][number];

const looks: Record<AlertEvent['kind'], { icon: Icon; tone: Tone }> = {
  raised: { icon: IconError, tone: 'err' },
  reopened: { icon: IconRetry, tone: 'err' },
  repeated: { icon: IconRetry, tone: 'plain' },
  severity_changed: { icon: IconUpDown, tone: 'warn' },
  acknowledged: { icon: IconUser, tone: 'run' },
  resolved: { icon: IconCheck, tone: 'ok' },
  cleared: { icon: IconCheck, tone: 'ok' },
  suppressed: { icon: IconBellOff, tone: 'idle' },
  unsuppressed: { icon: IconBell, tone: 'plain' },
  note: { icon: IconEdit, tone: 'plain' },
  mailed: { icon: IconSend, tone: 'plain' },
  mail_failed: { icon: IconFailed, tone: 'warn' },
  remediation: { icon: IconJobs, tone: 'run' },
};

/** An entry as the page shows it, newest first as they come. */
export function entryOf(event: AlertEvent, alert: Alert): TimelineEntry {
  return {
    ...looks[event.kind],
    what: (
      <>
        <b>{wordOf(event)}</b>
        <Show when={event.actor}>
          {(actor) => (
            <>
              {' · '}
              <ActorName plain actor={actor()} />
            </>
          )}
        </Show>
      </>
    ),
    sub: <Sub event={event} alert={alert} />,
    at: event.at,
  };
}

const text = (event: AlertEvent, key: string): string | undefined => {
  const value = event.details[key];
  return typeof value === 'string' ? value : undefined;
};
const number = (event: AlertEvent, key: string): number | null => {
  const value = event.details[key];
  return typeof value === 'number' ? value : null;
};

function wordOf(event: AlertEvent): string {
  if (event.kind === 'repeated') return t('alerts.event.repeated', { count: number(event, 'count') ?? 1 });
  if (event.kind === 'severity_changed') {
    const severity = text(event, 'severity') === 'error' ? 'error' : 'warning';
    return t('alerts.event.severity_changed', { severity: severityLook(severity).word });
  }
  if (event.kind === 'suppressed' && text(event, 'kind') === 'maintenance') return t('alerts.event.maintenance');
  if (event.kind === 'cleared' && text(event, 'resolution') === 'source_removed')
    return t('alerts.event.source_removed');
  return t(`alerts.event.${event.kind}`);
}

function Sub(props: { event: AlertEvent; alert: Alert }): JSX.Element {
  return (
    <>
      <Show when={factOf(props.event, props.alert)}>{(fact) => <span class="block">{fact()}</span>}</Show>
      <Show when={props.event.note}>
        {(note) => (
          <q>
            <VisibleText text={note()} />
          </q>
        )}
      </Show>
      <Show when={text(props.event, 'job_id')}>{(id) => <JobLink id={id()} />}</Show>
    </>
  );
}

/** What the entry adds to its word. */
function factOf(event: AlertEvent, alert: Alert): string | undefined {
  const until = text(event, 'until');
  if (event.kind === 'suppressed' && until) return t('alerts.event.until', { time: formatDateTime(until) });
  if (event.kind === 'unsuppressed' && event.details.still_covered === true) return t('alerts.event.still_covered');
  if (event.kind === 'severity_changed' && event.details.acknowledgement_ended === true)
    return t('alerts.event.ack_ended');
  if (event.kind === 'remediation') return remediationWords(event);
  return valueAgainst({
    ...alert,
    observed_value: number(event, 'observed_value'),
    threshold_value: number(event, 'threshold_value'),
  });
}

function remediationWords(event: AlertEvent): string {
  const outcome = text(event, 'outcome');
  if (outcome === 'dispatched') return t('alerts.remedy.dispatched');
  if (outcome === 'proposed') return t('alerts.remedy.proposed');
  const reason = text(event, 'reason');
  if (reason === 'open') return t('alerts.remedy.open');
  if (reason === 'unable') return t('alerts.remedy.unable');
  if (reason === 'invalid') return t('alerts.remedy.invalid');
  return t('alerts.remedy.skipped');
}

function JobLink(props: { id: string }) {
  const company = useCompany();
  return (
    <a class="link" href={company.href(`/jobs/${props.id}`)}>
      {t('alerts.remedy.job')}
    </a>
  );
}
