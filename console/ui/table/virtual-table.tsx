import { createMemo, createUniqueId, Index, type JSX, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { IconUp } from '../icons.ts';
import { ErrorState } from '../states.tsx';
import { type Column, tracks } from './columns.ts';
import { createGrid, HEAD_HEIGHT } from './grid.ts';
import { TableHead } from './head.tsx';
import { keepPlace } from './keep-place.ts';
import { TableRow } from './row.tsx';
import type { RowWindow } from './row-window.ts';
import type { Selection } from './selection.ts';
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
  /** Names the list, its filters included: coming back to it leads to where one was. Its address will do. */
  keepPlace?: string;
};

/**
 * A table of any length: only the rows on screen exist, pages load as they come into view, the head stays. Keys work
 * on the page as well as in the table: j k ↑ ↓ Home End move, x picks, Shift-x picks a range, Enter opens, Esc clears.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const id = createUniqueId();
  let scroller!: HTMLDivElement;
  const grid = createGrid(props, () => scroller);
  keepPlace({
    name: () => props.keepPlace,
    scroller: () => scroller,
    total: () => props.rows.total(),
    cursor: grid.cursor,
    setCursor: grid.setCursor,
  });
  const layout = createMemo(() => tracks(props.state.visible(), !!props.selection));
  return (
    <div class="vt fill" aria-busy={props.rows.changing()} style={{ '--cols': layout().cols, '--min': layout().min }}>
      <NewRowsBar rows={props.rows} label={props.newLabel} />
      <div
        ref={scroller}
        class="vt-scroll"
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={grid.total() + 1}
        aria-colcount={props.state.visible().length + (props.selection ? 1 : 0)}
        aria-multiselectable={!!props.selection}
        aria-activedescendant={grid.cursor() >= 0 ? `${id}-${grid.cursor()}` : undefined}
        onKeyDown={grid.onKeyDown}
        onFocus={() => grid.cursor() < 0 && grid.total() > 0 && grid.setCursor(0)}
      >
        <TableHead state={props.state} rows={props.rows} selection={props.selection} />
        <Body {...props} id={id} grid={grid} />
        <Show when={props.rows.total() === 0}>{props.empty}</Show>
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

function Body<Row>(props: VirtualTableProps<Row> & { id: string; grid: ReturnType<typeof createGrid<Row>> }) {
  return (
    <div class="vt-body" role="rowgroup" style={{ height: `${props.grid.height()}px` }}>
      <Index each={props.grid.slots()}>
        {(item) => (
          <Show when={item()}>
            {(shown) => (
              <TableRow
                id={`${props.id}-${shown().index}`}
                index={shown().index}
                top={shown().start - HEAD_HEIGHT}
                row={props.rows.row(shown().index)}
                rows={props.rows}
                columns={props.state.visible()}
                selection={props.selection}
                current={props.grid.cursor() === shown().index}
                onPoint={(range) => {
                  props.grid.setCursor(shown().index);
                  if (range) props.grid.pick(shown().index, true);
                }}
                onPick={(range) => props.grid.pick(shown().index, range)}
                onOpen={props.onOpen}
              />
            )}
          </Show>
        )}
      </Index>
    </div>
  );
}

/** New and moved rows wait behind this, so that nothing shifts under the pointer. */
function NewRowsBar<Row>(props: { rows: RowWindow<Row>; label: ((count: number) => string) | undefined }) {
  const label = () => {
    const count = props.rows.waiting() ?? 0;
    if (count === 0) return t('table.show_changes');
    return props.label?.(count) ?? t('table.show_new', { count });
  };
  return (
    <Show when={props.rows.waiting() !== undefined}>
      <button type="button" class="newbar" onClick={() => props.rows.accept()}>
        <IconUp class="i-sm" />
        {label()}
      </button>
    </Show>
  );
}

export type { Column };
