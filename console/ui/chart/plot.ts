/** uPlot with our tokens. Loaded by <TimeChart> when one is on screen, and by nothing else. */
import uPlot from 'uplot';
import type { ChartColours } from './colours.ts';
import { labelPlaces } from './label-places.ts';
import type { Lines } from './lines.ts';

export type Threshold = { value: number; look: 'warn' | 'err'; label: string };

export type PlotOptions = {
  width: number;
  height: number;
  lines: Lines;
  /** Seconds since 1970. */
  window: [number, number];
  range: [number, number];
  thresholds: readonly Threshold[];
  colours: ChartColours;
  formatValue: (value: number) => string;
  /** Of a mark on the axis; `spanSec` is the whole width. */
  formatTime: (at: Date, spanSec: number) => string;
  /** The point under the pointer, by its index in `lines`; undefined when the pointer left. */
  onCursor: (index: number | undefined) => void;
};

export type Plot = { resize: (width: number) => void; moveTo: (index: number) => void; destroy: () => void };

export function createPlot(element: HTMLElement, options: PlotOptions): Plot {
  const { lines, colours, height, window, formatTime, formatValue } = options;
  const axis = {
    stroke: colours.text,
    font: colours.font,
    grid: { stroke: colours.grid, width: 1 },
    ticks: { show: false },
  };
  const plot = new uPlot(
    {
      width: options.width,
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: { x: { time: true, range: () => window }, y: { range: () => options.range } },
      series: [
        {},
        { stroke: colours.line, width: 1.5 },
        { stroke: 'transparent', points: { show: false } },
        { stroke: 'transparent', points: { show: false } },
      ],
      bands: [{ series: [2, 3], fill: colours.band }],
      axes: [
        {
          ...axis,
          space: 80,
          size: 28,
          values: (_plot, splits) => splits.map((at) => formatTime(new Date(at * 1000), window[1] - window[0])),
        },
        { ...axis, size: 64, values: (_plot, splits) => splits.map(formatValue) },
      ],
      hooks: {
        draw: [(drawn) => drawThresholds(drawn, options)],
        setCursor: [
          ({ cursor }) => {
            const isInside = (cursor.left ?? -1) >= 0;
            options.onCursor(isInside && typeof cursor.idx === 'number' ? cursor.idx : undefined);
          },
        ],
      },
    },
    [lines.at, lines.value, lines.high, lines.low],
    element,
  );
  return {
    resize: (width) => plot.setSize({ width, height }),
    moveTo(index) {
      const at = lines.at[index];
      if (at !== undefined) plot.setCursor({ left: plot.valToPos(at, 'x'), top: 0 });
    },
    destroy: () => plot.destroy(),
  };
}

/** Dashed, with the word on the line, so that the colour is not all that tells them apart. */
function drawThresholds({ ctx, bbox, valToPos }: uPlot, { thresholds, colours }: PlotOptions): void {
  ctx.save();
  ctx.font = colours.font.replace('11px', `${11 * devicePixelRatio}px`);
  ctx.textAlign = 'left'; // the newest values, which matter most, are at the right
  const row = 16 * devicePixelRatio;
  const within = { top: bbox.top, bottom: bbox.top + bbox.height };
  const seen = thresholds
    .map((threshold) => ({
      ...threshold,
      y: Math.round(valToPos(threshold.value, 'y', true)),
      width: ctx.measureText(threshold.label).width,
    }))
    .filter(({ y }) => y >= within.top && y <= within.bottom);
  const places = labelPlaces(seen, {
    // uPlot leaves room above for the axis, which a label may take.
    ...{ top: Math.max(0, bbox.top - row), bottom: within.bottom },
    ...{ row, gap: 12 * devicePixelRatio },
  });
  for (const [index, { y, look, label }] of seen.entries()) {
    const { below, x } = places[index] ?? { below: false, x: 0 };
    ctx.strokeStyle = colours[look];
    ctx.fillStyle = colours[look];
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash(look === 'err' ? [] : [4 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.textBaseline = below ? 'top' : 'bottom';
    ctx.fillText(label, bbox.left + 4 * devicePixelRatio + x, below ? y + 2 : y - 2);
  }
  ctx.restore();
}
