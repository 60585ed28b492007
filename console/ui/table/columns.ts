import type { JSX } from 'solid-js';

/** A column of a VirtualTable. `cell` gets the row as an accessor, so that a live change redraws only what it touches. */
export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: () => Row) => JSX.Element;
  /** Narrowest width in px; `grow` shares what is left, 1 unless told. */
  min: number;
  grow?: number;
  /** Figures and times stand at the end. */
  align?: 'end';
  /** The server's sort key; a column without one is not sorted by. */
  sort?: string;
  /** Not in the chooser: the column that names the row. */
  fixed?: boolean;
  /** Shown only when chosen. */
  optional?: boolean;
};

/** Width of the column of check boxes in px. */
export const PICK_WIDTH = 52;

/** grid-template-columns for these columns, and the width below which the table scrolls sideways. */
export function tracks(
  columns: readonly { min: number; grow?: number }[],
  pick: boolean,
): { cols: string; min: string } {
  const widths = columns.map(({ min, grow = 1 }) => (grow === 0 ? `${min}px` : `minmax(${min}px, ${grow}fr)`));
  const least = columns.reduce((sum, column) => sum + column.min, pick ? PICK_WIDTH : 0);
  return { cols: [...(pick ? [`${PICK_WIDTH}px`] : []), ...widths].join(' '), min: `${least}px` };
}

/** The server's sort parameter, as TanStack's state and back: "-hostname" is hostname, descending. */
export function sortingOf(
  sort: string,
  columns: readonly { id: string; sort?: string }[],
): { id: string; desc: boolean }[] {
  const key = sort.replace(/^-/, '');
  const column = columns.find((candidate) => candidate.sort === key);
  return column ? [{ id: column.id, desc: sort.startsWith('-') }] : [];
}

export function sortOf(
  sorting: readonly { id: string; desc: boolean }[],
  columns: readonly { id: string; sort?: string }[],
): string {
  const first = sorting[0];
  const key = columns.find((column) => column.id === first?.id)?.sort;
  return first && key ? `${first.desc ? '-' : ''}${key}` : '';
}
