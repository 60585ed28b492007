import { For } from 'solid-js';
import { gapOf, linesOf, type Point, rangeOf } from './lines.ts';

const BOX = { width: 300, height: 44, edge: 2 };

export type SparkLine = { points: readonly Point[]; look?: 'second' };

/**
 * Lines so small that only their shape tells; what they show is said in words by `label`. Drawn as SVG, so that a page of
 * figures needs no chart library.
 */
export function Sparkline(props: {
  label: string;
  lines: readonly SparkLine[];
  stepSec: number;
  since: Date;
  until: Date;
  top?: number;
}) {
  const range = () =>
    rangeOf(
      props.lines.flatMap(({ points }) => points.map(({ value }) => value)),
      [],
      props.top,
    );
  const place = (at: number, value: number) => {
    const [low, high] = range();
    const [from, to] = [props.since.getTime() / 1000, props.until.getTime() / 1000];
    const x = ((at - from) / (to - from)) * BOX.width;
    const y = BOX.height - BOX.edge - ((value - low) / (high - low)) * (BOX.height - 2 * BOX.edge);
    return `${x.toFixed(1)} ${Math.min(BOX.height, Math.max(0, y)).toFixed(1)}`;
  };
  const drawn = (line: SparkLine) => pathOf(line.points, gapOf(props.stepSec, 60), place);
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={props.label}
    >
      <For each={props.lines}>{(line) => <path class={`c-line ${line.look ?? ''}`} d={drawn(line)} />}</For>
    </svg>
  );
}

/** One point alone is a short dash, or nobody would see it. */
function pathOf(points: readonly Point[], gapSec: number, place: (at: number, value: number) => string): string {
  const { at, value } = linesOf(points, gapSec);
  let path = '';
  let isDown = false;
  for (const [index, seconds] of at.entries()) {
    const here = value[index] ?? null;
    if (here !== null) path += `${isDown ? 'L' : 'M'}${place(seconds, here)}`;
    const isAlone = here !== null && !isDown && (value[index + 1] ?? null) === null;
    if (isAlone) path += 'h1';
    isDown = here !== null;
  }
  return path;
}
