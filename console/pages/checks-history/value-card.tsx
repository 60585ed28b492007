import { For, Show } from 'solid-js';
import { formatPercent } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import type { Threshold } from '../../ui/chart/plot.ts';
import { StatusStrip } from '../../ui/chart/status-strip.tsx';
import { TimeChart } from '../../ui/chart/time-chart.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { measureOf, stateLook, valueText } from '../monitoring/check-words.ts';
import type { Check, Series, useSeries } from './queries.ts';
import { partsOf, sharesOf } from './shares.ts';

type Parts = { check: Check; series: ReturnType<typeof useSeries>; window: { since: Date; until: Date } };

/** The value over time with the thresholds. */
export function ValueCard(props: Parts & { hostname: string }) {
  return (
    <Card title={t('history.value')} pad>
      <Show when={measureOf(props.check.type)} fallback={<p class="sm dim">{t('history.no_value')}</p>}>
        <Loaded
          query={props.series}
          failed={t('history.chart_failed')}
          skeleton={
            <div class="h-60">
              <Skeleton kind="lines" />
            </div>
          }
        >
          {(series) => (
            <TimeChart
              label={t('history.value_of', { check: shownText(props.check.name), device: props.hostname })}
              points={pointsOf(series())}
              stepSec={series().step_sec}
              everySec={props.check.interval_sec}
              window={props.window}
              thresholds={thresholdsOf(props.check)}
              top={measureOf(props.check.type)?.max}
              formatValue={(value) => valueText(props.check.type, value)}
            />
          )}
        </Loaded>
      </Show>
    </Card>
  );
}

const pointsOf = ({ points }: Series) =>
  points.map(({ at, average, minimum, maximum }) => ({ at, value: average, low: minimum, high: maximum }));

function thresholdsOf({ type, warn_threshold: warn, err_threshold: err }: Check): Threshold[] {
  const line = (value: number | null, look: 'warn' | 'err'): Threshold[] =>
    value === null ? [] : [{ value, look, label: t(`checks.limit_${look}`, { value: valueText(type, value) }) }];
  return [...line(warn, 'warn'), ...line(err, 'err')];
}

/** What it said over time, as a strip, and how often. */
export function StatusCard(props: Parts) {
  return (
    <Card title={t('history.status')} pad>
      <Loaded query={props.series} failed={t('history.chart_failed')} skeleton={<Skeleton kind="lines" rows={1} />}>
        {(series) => (
          <div class="stack gap-2">
            <StatusStrip
              label={shareSentence(series())}
              parts={partsOf(series(), props.check.interval_sec)}
              window={props.window}
              words={{
                ok: t('checks.status.ok'),
                warn: t('checks.status.warning'),
                err: t('checks.status.error'),
                idle: t('checks.status.unknown'),
              }}
            />
            <div class="row sm flex-wrap gap-x-4">
              <For each={sharesOf(series())} fallback={<span class="muted">{t('history.status_none')}</span>}>
                {({ status, share }) => (
                  <span class="row">
                    <StatusWord {...stateLook(status)} />
                    <span class="dim">{formatPercent(share)}</span>
                  </span>
                )}
              </For>
            </div>
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function shareSentence(series: Series): string {
  const shares = sharesOf(series).map(({ status, share }) =>
    t('history.status_share', { word: t(`checks.status.${status}`), share: formatPercent(share) }),
  );
  return shares.length > 0 ? t('history.status_label', { shares: shares.join(', ') }) : t('history.status_none');
}
