/** What charts draw, before anything is drawn. */
import { expect, test } from 'vitest';
import { partsOf, sharesOf } from '../../console/pages/checks-history/shares.ts';
import { labelPlaces } from '../../console/ui/chart/label-places.ts';
import { figuresOf, gapOf, grouped, linesOf, type Point, rangeOf } from '../../console/ui/chart/lines.ts';
import { joined } from '../../console/ui/chart/strip-parts.ts';

const minute = (count: number) => new Date(Date.UTC(2026, 10, 20, 12, count)).toISOString();
const points = (...values: [number, number | null][]): Point[] =>
  values.map(([at, value]) => ({ at: minute(at), value }));

test('a line breaks where nothing was measured, and not where a reading is a little late', () => {
  const lines = linesOf(points([0, 1], [1, 2], [3, 3], [10, 4]), gapOf(60, 60));
  expect(lines.value).toEqual([1, 2, 3, null, 4]);
  expect(lines.at[3]).toBe((Date.parse(minute(3)) + Date.parse(minute(10))) / 2000);
});

test('a check that runs seldom has no gaps between its readings', () => {
  expect(linesOf(points([0, 1], [60, 2], [120, 3]), gapOf(10, 3600)).value).toEqual([1, 2, 3]);
});

test('a reading without a value is a gap of its own', () => {
  expect(linesOf(points([0, 1], [1, null], [2, 3]), gapOf(60, 60)).value).toEqual([1, null, 3]);
});

test('figures come from what is known, with the lowest and highest of each point', () => {
  const some: Point[] = [{ at: minute(0), value: 5, low: 1, high: 9 }, ...points([1, 3], [2, null])];
  expect(figuresOf(some)).toEqual({ low: 1, high: 9, average: 4, last: 3, lastAt: minute(1), lastIsAverage: false });
  expect(figuresOf(some.slice(0, 1))).toMatchObject({ last: 5, lastIsAverage: true });
  expect(figuresOf(points([0, null]))).toBeUndefined();
  expect(figuresOf([])).toBeUndefined();
});

test('a table has no more rows than somebody reads', () => {
  const many = Array.from({ length: 1000 }, (_, index): Point => ({ at: minute(index), value: index }));
  const rows = grouped(many, 48);
  expect(rows.length).toBeLessThanOrEqual(48);
  expect(rows[0]).toMatchObject({ at: minute(0), figures: { low: 0 } });
  expect(rows.at(-1)?.figures?.high).toBe(999);
  expect(grouped([], 48)).toEqual([]);
});

test('the range holds what is drawn and the thresholds; percentages always go to 100', () => {
  expect(rangeOf([3, null, 5], [90], 100)).toEqual([0, 100]);
  const [low, high] = rangeOf([3, null, 5], [90]);
  expect(low).toBe(0);
  expect(high).toBeGreaterThan(90);
  expect(rangeOf([-4, 2], [])[0]).toBeLessThan(-4);
  expect(rangeOf([], [])).toEqual([0, 1]);
  expect(rangeOf([0, 0], [])).toEqual([0, 1]);
});

const counts = { warnings: 0, errors: 0, unknowns: 0, average: 1, minimum: 1, maximum: 1 };

test('a strip shows the worst of each point, joins neighbours, and leaves time without results empty', () => {
  const series = {
    step_sec: 60,
    points: [
      { at: minute(0), samples: 1, ...counts },
      { at: minute(1), samples: 1, ...counts },
      { at: minute(2), samples: 3, ...counts, warnings: 1, errors: 1 },
      { at: minute(20), samples: 2, ...counts, unknowns: 1 },
      { at: minute(21), samples: 1, ...counts, unknowns: 1, average: null },
    ],
  };
  expect(partsOf(series, 60)).toEqual([
    { from: new Date(minute(0)), until: new Date(minute(2)), look: 'ok' },
    { from: new Date(minute(2)), until: new Date(minute(3)), look: 'err' },
    { from: new Date(minute(20)), until: new Date(minute(21)), look: 'ok' },
    { from: new Date(minute(21)), until: new Date(minute(22)), look: 'idle' },
  ]);
  expect(sharesOf(series)).toEqual([
    { status: 'ok', share: 4 / 8 },
    { status: 'warning', share: 1 / 8 },
    { status: 'error', share: 1 / 8 },
    { status: 'unknown', share: 2 / 8 },
  ]);
  expect(sharesOf({ step_sec: 60, points: [] })).toEqual([]);
});

test('what does not touch stays apart', () => {
  const part = (from: number, until: number) => ({
    from: new Date(minute(from)),
    until: new Date(minute(until)),
    look: 'ok' as const,
  });
  expect(joined([part(0, 1), part(1, 2), part(5, 6)])).toEqual([part(0, 2), part(5, 6)]);
});

test('labels of close thresholds stand off each other and off the other line, and stay within the picture', () => {
  const places = (...ys: number[]) =>
    labelPlaces(
      ys.map((y) => ({ y, width: 80 })),
      { top: 0, bottom: 200, row: 14, gap: 8 },
    );
  expect(places(50, 150)).toEqual([
    { below: false, x: 0 },
    { below: false, x: 0 },
  ]);
  // In the order that they came in: the lower of the two goes below its line.
  expect(places(106, 100)).toEqual([
    { below: true, x: 0 },
    { below: false, x: 0 },
  ]);
  expect(places(5, 60)[0]).toEqual({ below: true, x: 0 });
  expect(places(5, 9)).toEqual([
    { below: true, x: 0 },
    { below: true, x: 88 },
  ]);
  expect(places(190, 195)).toEqual([
    { below: false, x: 0 },
    { below: false, x: 88 },
  ]);
});
