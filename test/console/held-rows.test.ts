import { expect, test } from 'vitest';
import { createHeldRows } from '../../console/ui/table/held-rows.ts';

type Row = { id: string; name: string };
const row = (id: string, name = id): Row => ({ id, name });
const held = () => createHeldRows<Row>((one) => one.id, 3);
const names = (rows: ReturnType<typeof held>, count: number) =>
  Array.from({ length: count }, (_, index) => rows.view.row(index)?.name);

test('a fresh answer with the same rows changes them in place', () => {
  const rows = held();
  rows.take(0, { rows: [row('a'), row('b')], total: 2 });
  rows.take(0, { rows: [row('a', 'A'), row('b')], total: 2 });
  expect(names(rows, 2)).toEqual(['A', 'b']);
  expect(rows.view.waiting()).toBeUndefined();
});

test('a new row waits until it is asked for, and known rows are up to date meanwhile', () => {
  const rows = held();
  rows.take(0, { rows: [row('b'), row('c')], total: 2 });
  rows.take(0, { rows: [row('a'), row('b', 'B'), row('c')], total: 3 });
  expect(names(rows, 3)).toEqual(['B', 'c', undefined]);
  expect(rows.view.total()).toBe(2);
  expect(rows.view.waiting()).toBe(1);
  rows.accept([0]);
  expect(names(rows, 3)).toEqual(['a', 'B', 'c']);
  expect(rows.view.total()).toBe(3);
  expect(rows.view.waiting()).toBeUndefined();
});

test('a row that is gone stays, marked, until the change is accepted', () => {
  const rows = held();
  rows.take(0, { rows: [row('a'), row('b')], total: 2 });
  rows.take(0, { rows: [row('b')], total: 1 });
  expect(names(rows, 2)).toEqual(['a', 'b']);
  expect(rows.view.gone(row('a'))).toBe(true);
  expect(rows.view.gone(row('b'))).toBe(false);
  rows.accept([0]);
  expect(names(rows, 2)).toEqual(['b', undefined]);
  expect(rows.view.gone(row('a'))).toBe(false);
});

test('pages that were not on screen when a change was accepted are loaded again', () => {
  const rows = held();
  rows.take(0, { rows: [row('a'), row('b'), row('c')], total: 4 });
  rows.take(1, { rows: [row('d')], total: 4 });
  rows.take(0, { rows: [row('0'), row('a'), row('b')], total: 5 });
  rows.accept([0]);
  expect(names(rows, 4)).toEqual(['0', 'a', 'b', undefined]);
});

test('a row that was pushed onto the next page is neither marked gone nor out of date', () => {
  const rows = held();
  rows.take(0, { rows: [row('a'), row('b'), row('c')], total: 4 });
  rows.take(0, { rows: [row('0'), row('a'), row('b')], total: 5 });
  expect(rows.view.gone(row('c'))).toBe(false);
  rows.take(1, { rows: [row('c', 'C'), row('d')], total: 5 });
  expect(names(rows, 5)).toEqual(['a', 'b', 'C', 'C', 'd']);
  expect(rows.view.total()).toBe(4);
  expect(rows.view.waiting()).toBe(1);
});

test('when the list is as it was again, nothing waits any more', () => {
  const rows = held();
  rows.take(0, { rows: [row('a')], total: 1 });
  rows.take(0, { rows: [row('b'), row('a')], total: 2 });
  rows.take(0, { rows: [row('a', 'A')], total: 1 });
  expect(rows.view.waiting()).toBeUndefined();
  expect(names(rows, 2)).toEqual(['A', undefined]);
});
