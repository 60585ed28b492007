import { Show } from 'solid-js';
import { RangeChooser, useRange } from '../../ui/chart/range.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { useCheck, useSeries } from '../checks-history/queries.ts';
import { ValueCard } from '../checks-history/value-card.tsx';

/** The value of the alert's check on its device over time, with the thresholds. */
export function ValueHistory(props: { checkId: string; deviceId: string; hostname: string }) {
  const place = () => ({ id: props.checkId, device: props.deviceId });
  const { range, hours, choose, window } = useRange();
  const check = useCheck(place);
  const series = useSeries(place, window, hours);
  return (
    <Show when={check.isSuccess && check.data}>
      {(found) => (
        <div class="stack gap-2">
          <div class="row justify-end">
            <RangeChooser range={range()} onChange={choose} />
          </div>
          <ValueCard check={found()} hostname={shownText(props.hostname)} series={series} window={window()} />
        </div>
      )}
    </Show>
  );
}
