import { createEffect, createMemo, createSignal, For, on, onCleanup, onMount, Show } from 'solid-js';
import { formatExact } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { theme } from '../../theme.ts';
import { ScrollBox } from '../scroll-box.tsx';
import { axisTime } from './axis-time.ts';
import { chartColours } from './colours.ts';
import { figuresOf, gapOf, grouped, linesOf, type Point, rangeOf } from './lines.ts';
import type { Plot, Threshold } from './plot.ts';

const HEIGHT = 240;
/** Rows of the table below: the whole of it can be read, which a thousand rows cannot. */
const ROWS = 48;

export type TimeChartProps = {
  /** What is drawn: "Used space of hlv-ves-nav01". */
  label: string;
  /** Oldest first. */
  points: readonly Point[];
  /** What a point stands for, and how often there should be one. */
  stepSec: number;
  everySec: number;
  window: { since: Date; until: Date };
  thresholds?: readonly Threshold[];
  /** The most that there can be, for percentages. */
  top?: number | undefined;
  formatValue: (value: number) => string;
};

/**
 * A value over time: its average as a line, lowest and highest as a band, thresholds, and gaps where nothing was measured.
 * Left and right move along the points, for keyboards; words and a table say the same as the picture.
 */
export function TimeChart(props: TimeChartProps) {
  let box!: HTMLDivElement;
  let plot: Plot | undefined;
  const [index, setIndex] = createSignal<number>();
  const lines = createMemo(() => linesOf(props.points, gapOf(props.stepSec, props.everySec)));
  const thresholds = () => props.thresholds ?? [];

  async function draw() {
    const { createPlot } = await import('./plot.ts');
    if (!box.isConnected) return;
    plot?.destroy();
    const { since, until } = props.window;
    const { low, high } = lines();
    const always = thresholds().map(({ value }) => value);
    plot = createPlot(box, {
      width: box.clientWidth,
      height: HEIGHT,
      lines: lines(),
      window: [since.getTime() / 1000, until.getTime() / 1000],
      range: rangeOf([...low, ...high], always, props.top),
      thresholds: thresholds(),
      colours: chartColours(),
      formatValue: props.formatValue,
      formatTime: axisTime,
      onCursor: setIndex,
    });
  }

  onMount(() => {
    createEffect(on([lines, () => props.window, thresholds, theme], () => void draw()));
    const observer = new ResizeObserver(() => plot?.resize(box.clientWidth));
    observer.observe(box);
    onCleanup(() => {
      observer.disconnect();
      plot?.destroy();
      plot = undefined;
    });
  });

  function onKeyDown(event: KeyboardEvent) {
    const { value } = lines();
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || !plot) return;
    event.preventDefault();
    let next = (index() ?? (step > 0 ? -1 : value.length)) + step;
    while (value[next] === null) next += step;
    if (next >= 0 && next < value.length) plot.moveTo(next);
  }

  return (
    <figure class="tchart">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move along the points of the picture */}
      <div ref={box} class="tchart-plot" role="img" tabIndex={0} aria-label={summary(props)} onKeyDown={onKeyDown} />
      <figcaption>
        <p class="xs muted min-h-4" aria-live="polite">
          <Show when={reading(props, lines(), index())} fallback={summary(props)}>
            {(text) => text()}
          </Show>
        </p>
        <FiguresTable {...props} />
      </figcaption>
    </figure>
  );
}

/** "From 12 % to 80 %, on average 31 %; 45 % at the last reading." */
function summary({ points, formatValue, label }: TimeChartProps): string {
  const figures = figuresOf(points);
  if (!figures) return t('chart.nothing', { label });
  // A point that stands for hours is no newest value: a reader would compare it with the last result.
  return t(figures.lastIsAverage ? 'chart.summary_average' : 'chart.summary', {
    label,
    low: formatValue(figures.low),
    high: formatValue(figures.high),
    average: formatValue(figures.average),
    last: formatValue(figures.last),
  });
}

/** What the pointer or the arrows are at. */
function reading(props: TimeChartProps, lines: ReturnType<typeof linesOf>, index: number | undefined) {
  const value = index === undefined ? null : (lines.value[index] ?? null);
  if (index === undefined || value === null) return undefined;
  const at = formatExact(new Date((lines.at[index] ?? 0) * 1000));
  const [low, high] = [lines.low[index] ?? value, lines.high[index] ?? value];
  const text = { at, value: props.formatValue(value) };
  if (low === high) return t('chart.reading', text);
  return t('chart.reading_between', { ...text, low: props.formatValue(low), high: props.formatValue(high) });
}

function FiguresTable(props: TimeChartProps) {
  const [isOpen, setIsOpen] = createSignal(false);
  return (
    <details class="tchart-figures" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary class="sm">{t('chart.as_table')}</summary>
      <Show when={isOpen()}>
        <ScrollBox class="scroll-x" label={props.label}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{t('chart.from')}</th>
                <th scope="col" class="num">
                  {t('chart.average')}
                </th>
                <th scope="col" class="num">
                  {t('chart.lowest')}
                </th>
                <th scope="col" class="num">
                  {t('chart.highest')}
                </th>
              </tr>
            </thead>
            <tbody>
              <For each={grouped(props.points, ROWS)}>
                {({ at, figures }) => (
                  <tr>
                    <td>{formatExact(at)}</td>
                    <td class="num">{figures ? props.formatValue(figures.average) : t('chart.no_value')}</td>
                    <td class="num">{figures && props.formatValue(figures.low)}</td>
                    <td class="num">{figures && props.formatValue(figures.high)}</td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </ScrollBox>
      </Show>
    </details>
  );
}
