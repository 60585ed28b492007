import { For, Show } from 'solid-js';
import { formatClock } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { now } from '../../ui/time.tsx';
import type { Dashboard } from './overview.tsx';

type Jobs = NonNullable<Dashboard['jobs']>;

/** The drawing, in its own units; the viewBox scales it. */
const BOX = { width: 336, height: 186, left: 26, right: 324, top: 13, bottom: 160 };
const HOUR_MS = 3_600_000;
/** A label stands below every sixth hour. */
const LABEL_EVERY = 6;

/** Failed jobs per hour. The server counts them over all companies that the caller sees. */
export function FailedJobs(props: { jobs: Jobs }) {
  const company = useCompany();
  return (
    <Card
      title={t('overview.failed_jobs')}
      sub={
        <>
          {t('overview.last_hours', { count: props.jobs.failed_window })}
          <Show when={company.id() !== undefined}>, {t('overview.all_companies')}</Show>
        </>
      }
      end={
        <Show when={props.jobs.failed > 0}>
          <a class="link" href="/jobs?status=failed">
            {t('overview.show_failed', { count: props.jobs.failed })}
          </a>
        </Show>
      }
      pad
    >
      <Chart hours={props.jobs.failed_by_hour} />
    </Card>
  );
}

function Chart(props: { hours: readonly number[] }) {
  const most = () => Math.max(0, ...props.hours);
  const top = () => axisTop(most());
  const y = (value: number) => BOX.bottom - ((BOX.bottom - BOX.top) * value) / top();
  const step = () => (BOX.right - BOX.left) / props.hours.length;
  const x = (index: number) => BOX.left + index * step();
  /** The clock at which an hour begins; the last one is the past 60 minutes. */
  const clock = (index: number) => formatClock(new Date(now().getTime() - (props.hours.length - index) * HOUR_MS));
  return (
    <svg class="chart" viewBox={`0 0 ${BOX.width} ${BOX.height}`} role="img" aria-label={describe(props.hours, clock)}>
      <For each={ticks(top())}>
        {(tick) => (
          <>
            <line class="c-grid" x1={BOX.left} x2={BOX.right} y1={y(tick)} y2={y(tick)} />
            <text x={BOX.left - 8} y={y(tick) + 4} text-anchor="end">
              {tick}
            </text>
          </>
        )}
      </For>
      <For each={props.hours.map((value, index) => ({ value, index }))}>
        {({ value, index }) => (
          <rect
            class={`c-bar ${value > 0 ? 'err' : 'nil'}`}
            x={x(index) + step() * 0.16}
            y={value > 0 ? y(value) : BOX.bottom - 2}
            width={step() * 0.68}
            height={value > 0 ? BOX.bottom - y(value) : 2}
            rx="1.5"
          >
            <title>{`${clock(index)}: ${value}`}</title>
          </rect>
        )}
      </For>
      <For each={props.hours.map((_, index) => index).filter((index) => index % LABEL_EVERY === 0)}>
        {(index) => (
          <text x={x(index)} y={BOX.bottom + 20}>
            {clock(index)}
          </text>
        )}
      </For>
      <text x={BOX.right} y={BOX.bottom + 20} text-anchor="end">
        {t('overview.now')}
      </text>
    </svg>
  );
}

/** Top of the axis: whole jobs only, in at most four even steps. */
function axisTop(most: number): number {
  const step = Math.max(1, Math.ceil(most / 4));
  return step * Math.max(1, Math.ceil(most / step));
}

function ticks(top: number): number[] {
  const step = Math.max(1, Math.ceil(top / 4));
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
}

function describe(hours: readonly number[], clock: (index: number) => string): string {
  const most = Math.max(0, ...hours);
  const total = hours.reduce((sum, value) => sum + value, 0);
  if (total === 0) return t('overview.chart_none', { hours: hours.length });
  return t('overview.chart', { hours: hours.length, total, most, time: clock(hours.indexOf(most)) });
}
