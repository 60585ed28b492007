import type { Accessor } from 'solid-js';
import type { RowWindow } from './row-window.ts';

/** A list that is here as a whole, for VirtualTable: thousands of rows from one answer, found and sorted by the page. */
export function createLocalRows<Row>(rows: Accessor<readonly Row[]>, id: (row: Row) => string): RowWindow<Row> {
  return {
    total: () => rows().length,
    row: (index) => rows()[index],
    id,
    gone: () => false,
    look: () => undefined,
    idsBetween: async (first, last) =>
      rows()
        .slice(first, last + 1)
        .map(id),
    waiting: () => undefined,
    accept: () => undefined,
    changing: () => false,
    error: () => undefined,
    retry: () => undefined,
  };
}
