import { columnVisibilityFeature, createTable, rowSortingFeature, tableFeatures } from '@tanstack/solid-table';
import { type Accessor, createSignal } from 'solid-js';
import { type Column, sortingOf, sortOf } from './columns.ts';

/** Which columns show, and in which order the server is asked for. */
export type ColumnState<Row> = {
  all: readonly Column<Row>[];
  visible: Accessor<readonly Column<Row>[]>;
  isVisible: (id: string) => boolean;
  setVisible: (id: string, visible: boolean) => void;
  /** How this column sorts the list now. */
  sorted: (id: string) => 'ascending' | 'descending' | undefined;
  /** Ascending, descending, and back to the page's default. */
  toggleSort: (id: string) => void;
};

export type ColumnStateOptions<Row> = {
  /** Under this name the browser keeps which columns show: "devices". */
  name: string;
  columns: readonly Column<Row>[];
  /** The server's sort parameter; it belongs into the URL, so it comes from there and goes back there. */
  sort: Accessor<string>;
  onSort: (sort: string) => void;
};

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });

/**
 * Column state on TanStack Table. Rows are not its business here: the server sorts and filters, and with 50,000 of
 * them a row model would be built for nothing (held-rows.ts has what is on screen).
 */
export function createColumnState<Row>(options: ColumnStateOptions<Row>): ColumnState<Row> {
  const stored = `muster.columns.${options.name}`;
  const [hidden, setHidden] = createSignal<ReadonlySet<string>>(readHidden(stored, options.columns));
  const table = createTable<typeof features, object>({
    features,
    data: [],
    columns: options.columns.map((column) => ({
      id: column.id,
      header: column.header,
      accessorFn: () => undefined,
      enableSorting: column.sort !== undefined,
      enableHiding: !column.fixed,
      sortDescFirst: false,
    })),
    manualSorting: true,
    enableMultiSort: false,
    state: {
      get columnVisibility() {
        return Object.fromEntries(options.columns.map((column) => [column.id, !hidden().has(column.id)]));
      },
      get sorting() {
        return sortingOf(options.sort(), options.columns);
      },
    },
    onSortingChange: (change) => {
      const before = sortingOf(options.sort(), options.columns);
      options.onSort(sortOf(typeof change === 'function' ? change(before) : change, options.columns));
    },
  });
  const byId = new Map(options.columns.map((column) => [column.id, column]));
  return {
    all: options.columns,
    visible: () => table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? []),
    isVisible: (id) => !hidden().has(id),
    setVisible: (id, visible) => {
      const next = new Set(hidden());
      if (visible) next.delete(id);
      else next.add(id);
      setHidden(next);
      localStorage.setItem(stored, JSON.stringify([...next]));
    },
    sorted: (id) => {
      const direction = table.getColumn(id)?.getIsSorted();
      return direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined;
    },
    toggleSort: (id) => table.getColumn(id)?.toggleSorting(),
  };
}

/** What this browser hid; else what the page shows only when chosen. A fixed column is never hidden. */
function readHidden<Row>(stored: string, columns: readonly Column<Row>[]): ReadonlySet<string> {
  const optional = new Set(columns.filter((column) => column.optional).map((column) => column.id));
  const text = localStorage.getItem(stored);
  if (text === null) return optional;
  try {
    const ids: unknown = JSON.parse(text);
    if (!Array.isArray(ids)) return optional;
    return new Set(columns.filter((column) => !column.fixed && ids.includes(column.id)).map((column) => column.id));
  } catch {
    return optional;
  }
}
