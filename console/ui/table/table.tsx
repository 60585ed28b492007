import { For, type JSX, Show } from 'solid-js';
import { ScrollBox } from '../scroll-box.tsx';

/** A column of a short table: all rows at once, no sorting by the server. For long lists, VirtualTable. */
export type TableColumn<Row> = {
  header: string;
  cell: (row: Row) => JSX.Element;
  /** num: right-aligned figures · wrap: the text may take several lines. */
  kind?: 'num' | 'wrap';
  /** Says the header to assistive technology only, for a column of buttons. */
  hideHeader?: boolean;
};

type TableProps<Row> = {
  label: string;
  columns: TableColumn<Row>[];
  rows: readonly Row[];
  /** When narrow each row becomes a block, its cells below one another under the first. */
  stacked?: boolean;
};

/** A short table. It scrolls sideways inside its card when narrow, unless it is stacked then. */
export function Table<Row>(props: TableProps<Row>) {
  return (
    <ScrollBox class="scroll-x" label={props.label}>
      <table class={`table ${props.stacked ? 'stacked' : ''}`}>
        <thead>
          <tr>
            <For each={props.columns}>
              {(column) => (
                <th scope="col" class={column.kind}>
                  <Show when={column.hideHeader} fallback={column.header}>
                    <span class="vh">{column.header}</span>
                  </Show>
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={props.rows}>
            {(row) => (
              <tr>
                <For each={props.columns}>
                  {(column) => (
                    <td class={column.kind} data-label={column.hideHeader ? undefined : column.header}>
                      {column.cell(row)}
                    </td>
                  )}
                </For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </ScrollBox>
  );
}
