import { useSearchParams } from '@solidjs/router';
import { createMemo } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Segmented } from '../segmented.tsx';
import { now } from '../time.tsx';

const hours = { '1h': 1, '24h': 24, '7d': 168, '30d': 720, '90d': 2160 } as const;
export type Range = keyof typeof hours;
const ranges = Object.keys(hours).filter(isRange);
const isDefault: Range = '24h';

function isRange(text: string | undefined): text is Range {
  return text !== undefined && Object.hasOwn(hours, text);
}

/** The range of a chart, from the URL (`?range=7d`). `window` moves on with the clock, a minute at a time. */
export function useRange() {
  const [search, setSearch] = useSearchParams<{ range?: string }>();
  const range = (): Range => (isRange(search.range) ? search.range : isDefault);
  const minute = createMemo(() => Math.floor(now().getTime() / 60_000));
  return {
    range,
    hours: () => hours[range()],
    choose: (value: Range) => setSearch({ range: value === isDefault ? null : value }),
    window: createMemo(() => {
      const until = new Date(minute() * 60_000 + 60_000);
      return { since: new Date(until.getTime() - hours[range()] * 3_600_000), until };
    }),
  };
}

export function RangeChooser(props: { range: Range; onChange: (range: Range) => void }) {
  return (
    <Segmented
      label={t('chart.range')}
      segments={ranges.map((value) => ({ value, label: t(`chart.range_${value}`) }))}
      value={props.range}
      onChange={props.onChange}
    />
  );
}
