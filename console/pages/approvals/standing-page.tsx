import { useParams } from '@solidjs/router';
import { type JSX, Show } from 'solid-js';
import { formatDuration } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IconApprovals, IconWarn } from '../../ui/icons.ts';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { Badge, Note } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { GivenCard } from '../jobs/given-card.tsx';
import { scheduleText } from '../tasks/schedule-words.ts';
import { RiskCard } from './risk-card.tsx';
import { StandingDecision } from './standing-decision.tsx';
import { type Standing, useStanding } from './standing-queries.ts';
import { StandingScript } from './standing-script.tsx';
import { standingLook, subjectPath } from './standing-words.ts';

/** /approvals/standing/:id: what would run without asking, how often and where, and what was approved last. */
export default function StandingPage() {
  const params = useParams<{ id: string }>();
  const company = useCompany();
  const standing = useStanding(() => params.id);
  const loaded = () => (standing.isSuccess ? standing.data : undefined);
  return (
    <Page
      title={loaded()?.subject_name ?? t('standing.title')}
      crumbs={[
        { label: t('approvals.title'), href: company.href('/approvals') },
        { label: t('standing.title'), href: company.href('/approvals/standing') },
      ]}
      beside={
        <Show when={loaded()}>
          {(found) => (
            <>
              <span class="muted sm">{t(`standing.kind.${found().subject_kind}`)}</span>
              <Badge {...standingLook(found())} />
            </>
          )}
        </Show>
      }
    >
      <Loaded query={standing} failed={t('standing.one_failed')} skeleton={<Skeleton kind="lines" rows={8} />}>
        {(found) => <View standing={found()} />}
      </Loaded>
    </Page>
  );
}

function View(props: { standing: Standing }) {
  const lapsed = () => props.standing.approver_holds === false && props.standing.approver;
  return (
    <div class="cols">
      <div class="stack">
        <Show when={lapsed()}>
          {(by) => (
            <Note icon={IconWarn} look="warn">
              {t('standing.lapsed_why', { name: by().name })}
            </Note>
          )}
        </Show>
        <Show when={props.standing.exception_count > 0}>
          <Note icon={IconWarn} look="warn">
            {t('standing.exceptions', { count: props.standing.exception_count })}
          </Note>
        </Show>
        <Note icon={IconApprovals}>{t('standing.asks')}</Note>
        <Card title={t('tasks.when')} pad>
          <Facts facts={facts(props)} />
        </Card>
        <RiskCard proposal={props.standing} />
        <StandingScript standing={props.standing} />
        <GivenCard given={props.standing} before={props.standing.previous_approved} />
      </div>
      <aside class="stack sticky-aside">
        <StandingDecision standing={props.standing} />
      </aside>
    </div>
  );
}

function facts(props: { standing: Standing }): (readonly [string, JSX.Element])[] {
  return [
    [t('tasks.schedule'), <ScheduleLine standing={props.standing} />],
    [t('tasks.time_limit'), <LimitLine standing={props.standing} />],
    [t('standing.reaches'), <Reach standing={props.standing} />],
    [t('standing.asked_by'), <Asked standing={props.standing} />],
    ...(props.standing.decided_by ? [[t('standing.decide'), <Decided standing={props.standing} />] as const] : []),
  ];
}

function ScheduleLine(props: { standing: Standing }) {
  const before = () => {
    const text = props.standing.previous_approved && scheduleText(props.standing.previous_approved.schedule);
    return text && text !== scheduleText(props.standing.schedule) ? text : undefined;
  };
  return (
    <>
      {scheduleText(props.standing.schedule)}
      <Show when={before()}>
        {(schedule) => <div class="warn sm">{t('standing.before_schedule', { schedule: schedule() })}</div>}
      </Show>
    </>
  );
}

function LimitLine(props: { standing: Standing }) {
  const before = () => props.standing.previous_approved?.timeout_sec;
  return (
    <>
      {formatDuration(props.standing.timeout_sec)}
      <Show when={before() !== undefined && before() !== props.standing.timeout_sec && before()}>
        {(limit) => <div class="warn sm">{t('standing.before_limit', { limit: formatDuration(limit()) })}</div>}
      </Show>
    </>
  );
}

function Reach(props: { standing: Standing }) {
  const company = useCompany();
  const count = () => t('tasks.targets', { count: props.standing.device_count });
  return (
    <Show
      when={props.standing.policy_id}
      fallback={
        <a class="link" href={company.href(`/devices/${props.standing.agent_id}`)}>
          <VisibleText text={props.standing.agent_hostname ?? ''} />
        </a>
      }
    >
      {(policy) => (
        <>
          {count()}
          <div>
            <a class="link" href={company.href(`/monitoring/policies/${policy()}`)}>
              <VisibleText text={props.standing.policy_name ?? ''} />
            </a>
          </div>
        </>
      )}
    </Show>
  );
}

function Asked(props: { standing: Standing }) {
  const company = useCompany();
  return (
    <>
      <VisibleText text={props.standing.requested_by.name} />{' '}
      <RelativeTime class="muted sm" at={props.standing.requested_at} />
      <div class="sm muted">{t(`standing.reason.${props.standing.requested_reason}`)}</div>
      <div>
        <a class="link sm" href={company.href(subjectPath(props.standing))}>
          {t('standing.open_subject')}
        </a>
      </div>
    </>
  );
}

function Decided(props: { standing: Standing }) {
  return (
    <>
      <VisibleText text={props.standing.decided_by?.name ?? ''} />{' '}
      <Show when={props.standing.decided_at}>{(at) => <RelativeTime class="muted sm" at={at()} />}</Show>
      <Show when={props.standing.reason}>
        {(reason) => (
          <div class="sm">
            <VisibleText text={reason()} />
          </div>
        )}
      </Show>
    </>
  );
}
