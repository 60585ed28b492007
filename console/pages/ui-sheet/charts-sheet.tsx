import { formatPercent } from '../../i18n/format.ts';
import { Card } from '../../ui/card.tsx';
import { RangeChooser, useRange } from '../../ui/chart/range.tsx';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { StatusStrip } from '../../ui/chart/status-strip.tsx';
import { TimeChart } from '../../ui/chart/time-chart.tsx';

const MINUTE_MS = 60_000;

/** Charts of an invented disk: rising, silent for a while, over both thresholds in the end. */
export function ChartsSheet() {
  const { range, choose, window } = useRange();
  const points = () => {
    const { since, until } = window();
    const stepMs = Math.max(MINUTE_MS, (until.getTime() - since.getTime()) / 300);
    return Array.from({ length: 300 }, (_, index) => {
      const value = 40 + index / 5.5 + 4 * Math.sin(index / 9);
      return { at: new Date(since.getTime() + index * stepMs).toISOString(), value, low: value - 3, high: value + 3 };
    }).filter((_, index) => index < 140 || index > 170);
  };
  const stepSec = () => Math.max(60, (window().until.getTime() - window().since.getTime()) / 300_000);
  const share = (from: number) =>
    new Date(window().since.getTime() + from * (window().until.getTime() - window().since.getTime()));
  return (
    <div class="stack">
      <RangeChooser range={range()} onChange={choose} />
      <Card title="Time chart" pad>
        <TimeChart
          label="Space of an invented disk"
          points={points()}
          stepSec={stepSec()}
          everySec={60}
          window={window()}
          thresholds={[
            { value: 80, look: 'warn', label: 'warning at 80 %' },
            { value: 90, look: 'err', label: 'error at 90 %' },
          ]}
          top={100}
          formatValue={(value) => formatPercent(value / 100)}
        />
      </Card>
      <Card title="Time chart without data" pad>
        <TimeChart label="Nothing" points={[]} stepSec={60} everySec={60} window={window()} formatValue={String} />
      </Card>
      <Card title="Sparkline and status strip" pad>
        <Sparkline label="A small line" lines={[{ points: points() }]} stepSec={stepSec()} top={100} {...window()} />
        <StatusStrip
          label="Status over time"
          window={window()}
          words={{ ok: 'OK', warn: 'Warning', err: 'Error', idle: 'Unknown' }}
          parts={[
            { from: share(0), until: share(0.46), look: 'ok' },
            { from: share(0.57), until: share(0.8), look: 'ok' },
            { from: share(0.8), until: share(0.9), look: 'warn' },
            { from: share(0.9), until: share(0.95), look: 'err' },
            { from: share(0.95), until: share(1), look: 'idle' },
          ]}
        />
      </Card>
    </div>
  );
}
