import { createVirtualizer, type VirtualItem } from '@tanstack/solid-virtual';
import { createEffect, createMemo, createSignal, on, onMount } from 'solid-js';
import { createTableKeys } from './keys.ts';
import type { RowWindow } from './row-window.ts';
import { pickRange, type Selection } from './selection.ts';

export type GridSource<Row> = {
  rows: RowWindow<Row>;
  selection?: Selection | undefined;
  onOpen?: ((row: Row) => void) | undefined;
};

/** Height of the head in px, as in grid.css. */
export const HEAD_HEIGHT = 33;
/** Rows drawn as skeletons before the first answer. */
const SKELETON_ROWS = 12;

/** What a VirtualTable does: which rows are on screen, where the cursor is, picking, opening, keys. */
export function createGrid<Row>(source: GridSource<Row>, scroller: () => HTMLDivElement) {
  const [cursor, setCursor] = createSignal(-1);
  const [anchor, setAnchor] = createSignal(0);
  const { slots, scrollTo, height, rowHeight } = createVisibleRows(source.rows, scroller);
  const total = () => source.rows.total() ?? 0;

  const move = (index: number) => {
    const next = Math.max(0, Math.min(total() - 1, index));
    setCursor(next);
    scrollTo(next);
  };
  const pick = (index: number, range: boolean) => {
    const row = source.rows.row(index);
    if (!source.selection || row === undefined) return;
    if (range) void pickRange(source.selection, source.rows, anchor(), index);
    else source.selection.toggle(source.rows.id(row));
    setAnchor(index);
  };
  const onKeyDown = createTableKeys({
    cursor,
    last: () => total() - 1,
    page: () => Math.max(1, Math.floor(scroller().clientHeight / rowHeight()) - 2),
    move,
    pick,
    open: (index) => {
      const row = source.rows.row(index);
      if (row !== undefined) source.onOpen?.(row);
    },
    escape: () => {
      const picked = source.selection !== undefined && source.selection.ids().size > 0;
      if (picked) source.selection?.clear();
      return picked;
    },
  });
  // Another list starts at its top, with nothing under the cursor.
  createEffect(
    on(source.rows.changing, (changing) => {
      if (!changing) return;
      setCursor(-1);
      scroller().scrollTo({ top: 0 });
    }),
  );
  return { cursor, setCursor, pick, onKeyDown, slots, height, total };
}

/**
 * The rows on screen, in slots that are used again while scrolling: an element keeps its cells and shows another row.
 * At 2,000 rows in three seconds that is 2.5 ms of script a frame.
 */
function createVisibleRows<Row>(rows: RowWindow<Row>, scroller: () => HTMLDivElement) {
  const [rowHeight, setRowHeight] = createSignal(36);
  const virtual = createVirtualizer<HTMLDivElement, HTMLDivElement>({
    get count() {
      return rows.total() ?? SKELETON_ROWS;
    },
    getScrollElement: scroller,
    estimateSize: () => rowHeight(),
    overscan: 8,
    // The first rows lie below the sticky head, the cursor must not lie behind it.
    scrollPaddingStart: HEAD_HEIGHT,
    scrollMargin: HEAD_HEIGHT,
  });
  onMount(() => {
    // The row height is a token: it differs between pointer and finger.
    setRowHeight(Number.parseInt(getComputedStyle(scroller()).getPropertyValue('--row'), 10) || 36);
    virtual.measure();
  });
  createEffect(() => {
    const items = virtual.getVirtualItems();
    const [first, last] = [items[0], items.at(-1)];
    if (first && last && rows.total() !== undefined) rows.look(first.index, last.index);
  });
  const slots = createMemo<(VirtualItem | undefined)[]>((before) => {
    const items = rows.total() === 0 ? [] : virtual.getVirtualItems();
    const filled: (VirtualItem | undefined)[] = Array.from({ length: Math.max(before.length, items.length) });
    for (const item of items) filled[item.index % filled.length] = item;
    return filled;
  }, []);
  return {
    slots,
    rowHeight,
    scrollTo: (index: number) => virtual.scrollToIndex(index),
    height: () => virtual.getTotalSize(),
  };
}
