import { createVirtualizer, type VirtualItem } from '@tanstack/solid-virtual';
import { createEffect, createMemo, createSignal, createUniqueId, Index, type JSX, on, onMount, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { IconUp } from '../icons.ts';
import { ErrorState } from '../states.tsx';
import { type Column, tracks } from './columns.ts';
import { TableHead } from './head.tsx';
import { createTableKeys } from './keys.ts';
import { TableRow } from './row.tsx';
import type { RowWindow } from './row-window.ts';
import { pickRange, type Selection } from './selection.ts';
import type { ColumnState } from './state.ts';

export type VirtualTableProps<Row> = {
  /** Names the table: "Devices". */
  label: string;
  rows: RowWindow<Row>;
  /** Columns, order and visibility, from createColumnState(). */
  state: ColumnState<Row>;
  /** Given: rows can be picked, by box, x, Shift-x and Shift-click. */
  selection?: Selection;
  /** Enter, or a click on the row outside a link. */
  onOpen?: (row: Row) => void;
  /** Label of the bar for new rows: "Show 3 new devices". */
  newLabel?: (count: number) => string;
  /** Sentence for a failure: "The devices did not load." */
  failed: string;
  /** Shown in place of rows when there are none. */
  empty: JSX.Element;
  /** Below the rows: the bulk bar while something is picked, counts and keys otherwise. */
  foot?: JSX.Element;
};

/**
 * A table of any length: only the rows on screen exist, pages load as they come into view, the head stays. Keys work
 * on the page as well as in the table: j k ↑ ↓ Home End move, x picks, Shift-x picks a range, Enter opens, Esc clears.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const id = createUniqueId();
  const [cursor, setCursor] = createSignal(-1);
  const [anchor, setAnchor] = createSignal(0);
  const [rowHeight, setRowHeight] = createSignal(36);
  let scroller!: HTMLDivElement;
  const total = () => props.rows.total() ?? 0;

  const virtual = createVirtualizer<HTMLDivElement, HTMLDivElement>({
    get count() {
      return props.rows.total() ?? SKELETON_ROWS;
    },
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight(),
    overscan: 8,
    // The first rows lie below the sticky head, the cursor must not.
    scrollPaddingStart: HEAD_HEIGHT,
    scrollMargin: HEAD_HEIGHT,
  });
  onMount(() => {
    // The row height is a token: it differs between pointer and finger.
    setRowHeight(Number.parseInt(getComputedStyle(scroller).getPropertyValue('--row'), 10) || 36);
    virtual.measure();
  });
  createEffect(() => {
    const items = virtual.getVirtualItems();
    const [first, last] = [items[0], items.at(-1)];
    if (first && last && props.rows.total() !== undefined) props.rows.look(first.index, last.index);
  });
  createEffect(
    on(
      props.rows.changing,
      (changing) => {
        if (!changing) return;
        setCursor(-1);
        scroller.scrollTo({ top: 0 });
      },
      { defer: true },
    ),
  );

  // Rows are drawn into slots that are used again while scrolling: an element keeps its cells and shows another row.
  const slots = createMemo<(VirtualItem | undefined)[]>((before) => {
    const items = props.rows.total() === 0 ? [] : virtual.getVirtualItems();
    const filled: (VirtualItem | undefined)[] = Array.from({ length: Math.max(before.length, items.length) });
    for (const item of items) filled[item.index % filled.length] = item;
    return filled;
  }, []);
  const layout = createMemo(() => tracks(props.state.visible(), !!props.selection));
  const move = (index: number) => {
    const next = Math.max(0, Math.min(total() - 1, index));
    setCursor(next);
    virtual.scrollToIndex(next);
  };
  const pick = (index: number, range: boolean) => {
    const row = props.rows.row(index);
    if (!props.selection || row === undefined) return;
    if (range) void pickRange(props.selection, props.rows, anchor(), index);
    else props.selection.toggle(props.rows.id(row));
    setAnchor(index);
  };
  const open = (index: number) => {
    const row = props.rows.row(index);
    if (row !== undefined) props.onOpen?.(row);
  };
  const onKeyDown = createTableKeys({
    cursor,
    last: () => total() - 1,
    page: () => Math.max(1, Math.floor(scroller.clientHeight / rowHeight()) - 2),
    move,
    pick,
    open,
    escape: () => {
      const picked = props.selection !== undefined && props.selection.ids().size > 0;
      if (picked) props.selection?.clear();
      return picked;
    },
  });

  return (
    <div class="vt fill" aria-busy={props.rows.changing()} style={{ '--cols': layout().cols, '--min': layout().min }}>
      <Show when={props.rows.waiting() !== undefined}>
        <button type="button" class="newbar" onClick={() => props.rows.accept()}>
          <IconUp class="i-sm" />
          {newBarLabel(props)}
        </button>
      </Show>
      <div
        ref={scroller}
        class="vt-scroll"
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={total() + 1}
        aria-colcount={props.state.visible().length + (props.selection ? 1 : 0)}
        aria-multiselectable={!!props.selection}
        aria-activedescendant={cursor() >= 0 ? `${id}-${cursor()}` : undefined}
        onKeyDown={onKeyDown}
        onFocus={() => cursor() < 0 && total() > 0 && setCursor(0)}
      >
        <TableHead state={props.state} rows={props.rows} selection={props.selection} />
        <div class="vt-body" role="rowgroup" style={{ height: `${virtual.getTotalSize()}px` }}>
          <Index each={slots()}>
            {(item) => (
              <Show when={item()}>
                {(shown) => (
                  <TableRow
                    id={`${id}-${shown().index}`}
                    index={shown().index}
                    top={shown().start - HEAD_HEIGHT}
                    row={props.rows.row(shown().index)}
                    rows={props.rows}
                    columns={props.state.visible()}
                    selection={props.selection}
                    current={cursor() === shown().index}
                    onPoint={(range) => {
                      setCursor(shown().index);
                      if (range) pick(shown().index, true);
                    }}
                    onPick={(range) => pick(shown().index, range)}
                    onOpen={props.onOpen}
                  />
                )}
              </Show>
            )}
          </Index>
        </div>
        <Show when={total() === 0 && props.rows.total() !== undefined}>{props.empty}</Show>
        <Show when={props.rows.error() !== undefined}>
          <div class="sticky bottom-0 p-4">
            <ErrorState what={props.failed} error={props.rows.error()} retry={props.rows.retry} />
          </div>
        </Show>
      </div>
      {props.foot}
    </div>
  );
}

/** Height of the head in px, as in grid.css. */
const HEAD_HEIGHT = 33;
/** Rows drawn as skeletons before the first answer. */
const SKELETON_ROWS = 12;

function newBarLabel<Row>(props: VirtualTableProps<Row>): string {
  const count = props.rows.waiting() ?? 0;
  return count > 0 ? (props.newLabel?.(count) ?? t('table.show_new', { count })) : t('table.show_changes');
}

export type { Column };
