/** Points in time as lines with gaps. */

export type Point = { at: string; value: number | null; low?: number | null; high?: number | null };
/** Seconds since 1970, and a value for each; null breaks the line. */
export type Lines = { at: number[]; value: (number | null)[]; low: (number | null)[]; high: (number | null)[] };

/** Points further apart than `gapSec` are not joined: nobody knows what was in between. */
export function linesOf(points: readonly Point[], gapSec: number): Lines {
  const lines: Lines = { at: [], value: [], low: [], high: [] };
  for (const { at, value, low = value, high = value } of points) {
    const seconds = Date.parse(at) / 1000;
    const before = lines.at.at(-1);
    if (before !== undefined && seconds - before > gapSec)
      push(lines, before + (seconds - before) / 2, null, null, null);
    push(lines, seconds, value, low, high);
  }
  return lines;
}

function push(lines: Lines, at: number, value: number | null, low: number | null, high: number | null): void {
  lines.at.push(at);
  lines.value.push(value);
  lines.low.push(low);
  lines.high.push(high);
}

/** How far apart two points that belong together may be: one that is late now and then leaves no gap. */
export const gapOf = (stepSec: number, everySec: number) => 2.5 * Math.max(stepSec, everySec);

export type Figures = {
  low: number;
  high: number;
  average: number;
  last: number;
  lastAt: string;
  lastIsAverage: boolean;
};

/** Lowest, highest, average and newest of what is known; undefined when nothing is. */
export function figuresOf(points: readonly Point[]): Figures | undefined {
  const known = points.flatMap(({ at, value, low, high }) =>
    value === null ? [] : [{ at, value, low: low ?? value, high: high ?? value }],
  );
  const last = known.at(-1);
  if (!last) return undefined;
  return {
    low: Math.min(...known.map(({ low }) => low)),
    high: Math.max(...known.map(({ high }) => high)),
    average: known.reduce((sum, { value }) => sum + value, 0) / known.length,
    last: last.value,
    lastAt: last.at,
    lastIsAverage: last.low !== last.high,
  };
}

/** At most `rows` rows of neighbouring points, for a table. */
export function grouped(points: readonly Point[], rows: number): { at: string; figures: Figures | undefined }[] {
  const size = Math.max(1, Math.ceil(points.length / rows));
  return Array.from({ length: Math.ceil(points.length / size) }, (_, index) => {
    const group = points.slice(index * size, (index + 1) * size);
    return { at: group[0]?.at ?? '', figures: figuresOf(group) };
  });
}

/** From the least to the most that is to be seen, with a little room; a flat line lies in the middle. */
export function rangeOf(values: readonly (number | null)[], always: readonly number[], top?: number): [number, number] {
  if (top !== undefined) return [0, top];
  const all = [...values.filter((value) => value !== null), ...always];
  if (all.length === 0) return [0, 1];
  const low = Math.min(0, ...all);
  const high = Math.max(...all);
  const room = (high - low) * 0.08 || 1;
  return [low < 0 ? low - room : 0, high + room];
}
