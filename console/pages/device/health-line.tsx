import { createMemo, Show } from 'solid-js';
import { formatBytes, formatPercent } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { figuresOf } from '../../ui/chart/lines.ts';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { now } from '../../ui/time.tsx';
import { type Figure, type Health, pointsOf } from './health.ts';

const DAY_MS = 86_400_000;

/** The last 24 hours of one figure or two, the second in another colour. Nothing until there are samples. */
export function HealthLine(props: {
  name: string;
  health: Health | undefined;
  figures: readonly [Figure, Figure?];
  /** 100 for percentages; without it the line fills its height, and bytes are meant. */
  top?: number;
}) {
  const lines = createMemo(() => {
    const { health } = props;
    if (!health || health.samples.length === 0) return [];
    return props.figures.flatMap((figure, index) =>
      figure ? [{ points: pointsOf(health, figure), ...(index > 0 && { look: 'second' as const }) }] : [],
    );
  });
  const words = () => {
    const figures = figuresOf(lines()[0]?.points ?? []);
    if (!figures) return t('health.none', { name: props.name });
    const format = props.top === 100 ? (value: number) => formatPercent(value / 100) : perSecond;
    return t('health.last_day', { name: props.name, low: format(figures.low), high: format(figures.high) });
  };
  return (
    <Show when={lines().length > 0}>
      <Sparkline
        label={words()}
        lines={lines()}
        stepSec={props.health?.step_sec ?? 0}
        since={new Date(now().getTime() - DAY_MS)}
        until={now()}
        top={props.top}
      />
    </Show>
  );
}

const perSecond = (bytes: number) => t('health.per_second', { size: formatBytes(bytes) });
