import { type JSX, Show } from 'solid-js';
import { formatDuration, formatNumber, formatPercent } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { limitsText, stateLook, typeName, valueText } from '../monitoring/check-words.ts';
import type { Check, Instance } from './queries.ts';

/** How it stands there now: streaks, and what is under way. */
export function StateCard(props: {
  check: Check;
  instance: Instance | null | undefined;
  device: string;
  hostname: string;
}) {
  const company = useCompany();
  const ofNeeded = (count: number, needed: number) =>
    t('history.of_needed', { count: Math.min(count, needed), needed: formatNumber(needed) });
  return (
    <Card
      title={t('history.state')}
      end={
        <a class="link" href={company.href(`/devices/${props.device}`)}>
          {t('history.to_device')}
        </a>
      }
      pad
    >
      <Show when={props.instance} fallback={<p class="sm dim">{t('history.gone_why')}</p>}>
        {(instance) => (
          <Facts
            facts={[
              [t('history.status'), <StatusWord {...stateLook(instance().status)} />],
              ...valueFact(props.check, instance()),
              [
                t('history.last_result'),
                <Show when={instance().last_result_at} fallback={t('history.never')}>
                  {(at) => <RelativeTime at={at()} />}
                </Show>,
              ],
              [t('history.failures'), ofNeeded(instance().consecutive_failures, props.check.failure_count)],
              [t('history.successes'), ofNeeded(instance().consecutive_successes, props.check.recovery_count)],
              [t('history.timeouts'), ofNeeded(instance().consecutive_timeouts, props.check.failure_count)],
              [t('history.pending'), <Pending instance={instance()} />],
            ]}
          />
        )}
      </Show>
    </Card>
  );
}

type Fact = readonly [name: string, value: JSX.Element];

const valueFact = ({ type }: Check, { last_value }: Instance): Fact[] =>
  last_value === null ? [] : [[t('history.value'), valueText(type, last_value)]];

function Pending(props: { instance: Instance }) {
  return (
    <Show when={props.instance.pending} fallback={<span class="muted">{t('history.not_pending')}</span>}>
      {(pending) => <RelativeTime at={pending().sent_at} />}
    </Show>
  );
}

/** What the check is. Its own page has all of it. */
export function DefinitionCard(props: { check: Check }) {
  const company = useCompany();
  const check = () => props.check;
  const hasLimits = () => (check().warn_threshold ?? check().err_threshold) !== null;
  return (
    <Card
      title={t('history.definition')}
      end={
        <a class="link" href={company.href(`/monitoring/checks/${check().id}`)}>
          {t('checks.settings')}
        </a>
      }
      pad
    >
      <Facts
        facts={[
          [t('checks.type'), typeName(check().type)],
          [
            t('history.source'),
            <Show when={check().policy_name} fallback={t('history.own')}>
              {(name) => <VisibleText text={t('history.policy', { policy: name() })} />}
            </Show>,
          ],
          [t('history.interval'), formatDuration(check().interval_sec)],
          [t('checks.limits'), limitsText(check())],
          ...(hasLimits() ? [[t('history.hysteresis'), formatPercent(check().hysteresis / 100)] as const] : []),
          [t('history.timeout'), formatDuration(check().timeout_sec)],
          [t('history.cooldown'), formatDuration(check().cooldown_sec)],
        ]}
      />
    </Card>
  );
}
