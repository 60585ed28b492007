import { useParams } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import { isGone } from '../../api-error.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { OutputLines } from '../../ui/code/code.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { IconBell, IconBellOff, IconCalendar, IconDevice } from '../../ui/icons.ts';
import { EmptyState, ErrorState, Loaded } from '../../ui/states.tsx';
import { Badge, From, Note } from '../../ui/status.tsx';
import { JobTable } from '../device/job-table.tsx';
import { type Alert, quietLook, severityLook, statusLook } from './alert.ts';
import { AlertActs } from './alert-acts.tsx';
import { AlertFacts } from './alert-facts.tsx';
import { AroundCard } from './around-card.tsx';
import { AlertDevice } from './columns.tsx';
import { HistoryCard } from './history-card.tsx';
import { useAlert, useRemediation } from './queries.ts';
import { ValueHistory } from './value-history.tsx';

/** One alert: what, where, since when, its value over time, what became of it and what else happened there. */
export default function AlertPage() {
  const params = useParams<{ id: string }>();
  const company = useCompany();
  const alert = useAlert(() => params.id);
  return (
    <Show
      when={alert.isSuccess && alert.data}
      fallback={
        <Page title={t('alerts.title')} crumbs={[{ label: t('alerts.title'), href: company.href('/alerts') }]}>
          <Card>
            <Show
              when={alert.isError && isGone(alert.error)}
              fallback={
                <Loaded query={alert} failed={t('alerts.one_failed')}>
                  {() => null}
                </Loaded>
              }
            >
              <EmptyState
                icon={IconBell}
                title={t('alerts.gone')}
                actions={<LinkButton href={company.href('/alerts')}>{t('alerts.to_list')}</LinkButton>}
              >
                {t('alerts.gone_why')}
              </EmptyState>
            </Show>
          </Card>
        </Page>
      }
    >
      {(data) => (
        <Show when={data().id} keyed>
          <AlertView alert={data()} />
        </Show>
      )}
    </Show>
  );
}

function AlertView(props: { alert: Alert }) {
  const company = useCompany();
  const [failure, setFailure] = createSignal<unknown>();
  const drawn = () => {
    const { check_id, check_type, device_deleted, agent_id, agent_hostname } = props.alert;
    if (!check_id || check_type === null || device_deleted || !can('checks.view')) return undefined;
    return { checkId: check_id, deviceId: agent_id, hostname: agent_hostname };
  };
  return (
    <Page
      title={shownText(props.alert.title)}
      crumbs={[{ label: t('alerts.title'), href: company.href('/alerts') }]}
      beside={
        <>
          <span class="row" role="status">
            <Show when={props.alert.status !== 'open'}>
              <Badge {...statusLook(props.alert)} />
            </Show>
            <Badge {...severityLook(props.alert.severity)} />
            <Show when={quietLook(props.alert)}>{(look) => <Badge {...look()} />}</Show>
          </span>
          <span class="sm muted">
            <AlertDevice alert={props.alert} href={company.href} />
          </span>
        </>
      }
      actions={<AlertActs alert={props.alert} onFailed={setFailure} />}
    >
      <Show when={failure() !== undefined}>
        <ErrorState what={t('alerts.act_failed')} error={failure()} />
      </Show>
      <div class="cols">
        <div class="stack">
          <Quiet alert={props.alert} />
          <Card title={t(props.alert.kind === 'check' ? 'alerts.said' : 'alerts.found')} pad>
            <p>
              <OutputLines text={props.alert.message || t('alerts.said_nothing')} />
            </p>
            <Show when={props.alert.kind === 'check' && props.alert.message}>
              <From icon={IconDevice}>{t('alerts.said_by', { device: shownText(props.alert.agent_hostname) })}</From>
            </Show>
          </Card>
          <Show when={drawn()}>{(of) => <ValueHistory {...of()} />}</Show>
          <Remediation alert={props.alert} />
          <HistoryCard alert={props.alert} />
        </div>
        <aside class="stack">
          <AlertFacts alert={props.alert} />
          <AroundCard alert={props.alert} />
        </aside>
      </div>
    </Page>
  );
}

/** That nobody is told now, why and until when. */
function Quiet(props: { alert: Alert }) {
  const maintenance = () => props.alert.suppression_kind === 'maintenance';
  return (
    <Show when={props.alert.suppressed && props.alert.suppressed_until}>
      {(until) => (
        <Note icon={maintenance() ? IconCalendar : IconBellOff}>
          {t(maintenance() ? 'alerts.quiet_maintenance' : 'alerts.quiet_silence', { time: formatDateTime(until()) })}
        </Note>
      )}
    </Show>
  );
}

/** Jobs that were made to mend it; absent when there are none. */
function Remediation(props: { alert: Alert }) {
  const jobs = useRemediation(() => props.alert);
  return (
    <Show when={jobs.isSuccess && jobs.data.jobs.length > 0 && jobs.data.jobs}>
      {(list) => (
        <Card title={t('alerts.remediation')}>
          <JobTable label={t('alerts.remediation')} jobs={list()} />
        </Card>
      )}
    </Show>
  );
}
