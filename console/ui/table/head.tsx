import { createMemo, For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { IconDown, IconUp } from '../icons.ts';
import type { RowWindow } from './row-window.ts';
import { MAX_PICKED, pickRange, type Selection } from './selection.ts';
import type { ColumnState } from './state.ts';

type TableHeadProps<Row> = { state: ColumnState<Row>; rows: RowWindow<Row>; selection: Selection | undefined };

/** The sticky head: a box for all rows, and names that sort. */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  return (
    <div class="vt-head" role="row" aria-rowindex={1}>
      <Show when={props.selection}>{(selection) => <PickAll rows={props.rows} selection={selection()} />}</Show>
      <For each={props.state.visible()}>
        {(column) => {
          const sorted = createMemo(() => props.state.sorted(column.id));
          return (
            <div role="columnheader" class={column.align} aria-sort={column.sort ? sorted() || 'none' : undefined}>
              <Show when={column.sort} fallback={column.header}>
                <button type="button" onClick={() => props.state.toggleSort(column.id)}>
                  {column.header}
                  <Show when={sorted() === 'ascending'}>
                    <IconUp class="i-sm" />
                  </Show>
                  <Show when={sorted() === 'descending'}>
                    <IconDown class="i-sm" />
                  </Show>
                </button>
              </Show>
            </div>
          );
        }}
      </For>
    </div>
  );
}

function PickAll<Row>(props: { rows: RowWindow<Row>; selection: Selection }) {
  const count = () => props.selection.ids().size;
  const total = () => props.rows.total() ?? 0;
  const tooMany = () => total() > MAX_PICKED;
  function onClick() {
    if (count() > 0) props.selection.clear();
    else if (total() > 0) void pickRange(props.selection, props.rows, 0, total() - 1);
  }
  return (
    <div role="columnheader">
      <button
        type="button"
        class="pick"
        title={tooMany() ? t('table.too_many', { count: MAX_PICKED }) : undefined}
        aria-label={
          count() > 0
            ? t('table.clear_picked')
            : tooMany()
              ? t('table.too_many', { count: MAX_PICKED })
              : t('table.pick_all')
        }
        onClick={onClick}
      >
        <span class={`cb ${count() === 0 ? '' : count() >= total() ? 'on' : 'mixed'}`} />
      </button>
    </div>
  );
}
