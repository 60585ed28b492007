import { expect, test } from 'vitest';
import { sortingOf, sortOf, tracks } from '../../console/ui/table/columns.ts';

const columns = [
  { id: 'status', sort: 'status', min: 100, grow: 0 },
  { id: 'name', sort: 'hostname', min: 200, grow: 3 },
  { id: 'user', min: 80 },
];

test("the server's sort parameter and the table's state are the same thing", () => {
  for (const sort of ['hostname', '-hostname', '-status']) expect(sortOf(sortingOf(sort, columns), columns)).toBe(sort);
  expect(sortingOf('nonsense', columns)).toEqual([]);
  expect(sortOf([], columns)).toBe('');
});

test('columns share what is left and never get narrower than they may', () => {
  expect(tracks(columns, false)).toEqual({ cols: '100px minmax(200px, 3fr) minmax(80px, 1fr)', min: '380px' });
  expect(tracks(columns, true).cols.startsWith('52px ')).toBe(true);
});
