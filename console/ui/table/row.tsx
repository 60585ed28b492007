import { createMemo, For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import type { Column } from './columns.ts';
import type { RowWindow } from './row-window.ts';
import type { Selection } from './selection.ts';

export type TableRowProps<Row> = {
  id: string;
  index: number;
  /** Distance from the top of the body in px. */
  top: number;
  row: Row | undefined;
  rows: RowWindow<Row>;
  columns: readonly Column<Row>[];
  selection: Selection | undefined;
  current: boolean;
  onPoint: (range: boolean) => void;
  onPick: (range: boolean) => void;
  onOpen: ((row: Row) => void) | undefined;
};

/** One row on screen; a skeleton while its page loads. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const picked = createMemo(() => props.row !== undefined && (props.selection?.has(props.rows.id(props.row)) ?? false));
  const gone = () => props.row !== undefined && props.rows.gone(props.row);

  function onClick(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('a, button, input')) return;
    if (event.shiftKey && props.selection) return props.onPoint(true);
    props.onPoint(false);
    // A drag that selected text was no click.
    if (props.row !== undefined && getSelection()?.isCollapsed !== false) props.onOpen?.(props.row);
  }
  return (
    <div
      id={props.id}
      role="row"
      class="vt-row"
      classList={{ sel: picked(), cur: props.current, gone: gone() }}
      aria-rowindex={props.index + 2}
      aria-selected={props.selection ? picked() : undefined}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={onClick}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <Show when={props.selection}>
        <PickCell {...props} picked={picked()} />
      </Show>
      <For each={props.columns}>
        {(column) => (
          <div role="gridcell" class={column.align}>
            <Show when={props.row !== undefined && props.row} fallback={<span class="skel delayed" />}>
              {(row) => (
                // In an expression of its own, so that a cell that reads the row at once is drawn again when it changes.
                <>{column.cell(row)}</>
              )}
            </Show>
          </div>
        )}
      </For>
    </div>
  );
}

/** The box is for the pointer; keys pick with x, so it is no tab stop of its own. */
function PickCell<Row>(props: TableRowProps<Row> & { picked: boolean }) {
  return (
    <div role="gridcell">
      <button
        type="button"
        class="pick"
        tabIndex={-1}
        aria-label={t('table.pick')}
        aria-pressed={props.picked}
        onClick={(event) => props.onPick(event.shiftKey)}
      >
        <span class={`cb ${props.picked ? 'on' : ''}`} />
      </button>
    </div>
  );
}
