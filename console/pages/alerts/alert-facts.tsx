import type { JSX } from 'solid-js';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { hasPage } from '../../pages.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { ActorName } from '../jobs/actor.tsx';
import { type Alert, severityLook, valueAgainst } from './alert.ts';
import { AlertDevice } from './columns.tsx';

type Fact = readonly [string, JSX.Element];

/** What, where, since when, how often, and who decided. */
export function AlertFacts(props: { alert: Alert }) {
  return (
    <Card title={t('alerts.facts')} pad>
      <Facts facts={factsOf(props.alert)} />
    </Card>
  );
}

function factsOf(alert: Alert): Fact[] {
  const company = useCompany();
  const value = valueAgainst(alert);
  const place = [alert.client_name, alert.site_name, alert.group_name].filter((name) => name !== null).join(' / ');
  return [
    [t('alerts.fact.severity'), severityLook(alert.severity).word],
    ...(value === undefined ? [] : [[t('alerts.column.value'), value] as const]),
    [t('alerts.column.device'), <AlertDevice alert={alert} href={company.href} />],
    ...(alert.device_deleted ? [[t('alerts.fact.deleted'), t('alerts.fact.deleted_yes')] as const] : []),
    [t('alerts.fact.place'), place === '' ? t('alerts.unassigned') : <VisibleText text={place} />],
    ...checkFact(alert, company.href),
    [t('alerts.fact.raised'), <RelativeTime at={alert.raised_at} />],
    [t('alerts.fact.first'), formatDateTime(alert.first_seen_at)],
    [t('alerts.fact.last'), <RelativeTime at={alert.last_seen_at} />],
    [t('alerts.fact.occurrences'), formatNumber(alert.occurrences)],
    ...decisions(alert),
  ];
}

function checkFact(alert: Alert, href: (path: string) => string): Fact[] {
  const { check_id, check_type, agent_id } = alert;
  if (check_id === null) return [];
  if (check_type === null) return [[t('alerts.fact.check'), t('alerts.fact.check_gone')]];
  const path = '/monitoring/checks/:id/on/:device';
  const word = t(`checks.type.${check_type}`);
  if (!can('checks.view') || !hasPage(path) || alert.device_deleted) return [[t('alerts.fact.check'), word]];
  return [
    [
      t('alerts.fact.check'),
      <a class="link" href={href(`/monitoring/checks/${check_id}/on/${agent_id}`)}>
        {word}
      </a>,
    ],
  ];
}

function decisions(alert: Alert): Fact[] {
  const facts: Fact[] = [];
  if (alert.acknowledged_by && alert.acknowledged_at)
    facts.push([t('alerts.fact.acknowledged'), <By actor={alert.acknowledged_by} at={alert.acknowledged_at} />]);
  if (alert.resolved_at)
    facts.push([
      t('alerts.fact.resolved'),
      alert.resolved_by ? (
        <By actor={alert.resolved_by} at={alert.resolved_at} />
      ) : (
        <>
          {t(alert.resolution === 'source_removed' ? 'alerts.fact.source_removed' : 'alerts.fact.cleared')}{' '}
          <RelativeTime class="muted" at={alert.resolved_at} />
        </>
      ),
    ]);
  if (alert.reopened_from) facts.push([t('alerts.fact.reopened'), formatDateTime(alert.reopened_from.resolved_at)]);
  return facts;
}

function By(props: { actor: NonNullable<Alert['resolved_by']>; at: string }) {
  return (
    <>
      <ActorName plain actor={props.actor} /> <RelativeTime class="muted" at={props.at} />
    </>
  );
}
