import type { Fragment, Sql } from './sql.ts';

/**
 * Rows that go out as CSV, however many there are. The endpoint decides and describes; runtime/tables/ reads them by a cursor
 * of a connection of its own, as fast as the client takes them.
 */
export interface TableAnswer {
  table: true;
  /** Of the file that a browser makes of it. */
  fileName: string;
  /** Names of the columns, in the order in which `rows` has them. */
  columns: readonly string[];
  /** One select, its values texts, numbers, truth values or null; `sql` is the connection that will run it. */
  rows: (sql: Sql) => Fragment;
}

export const isTable = (answer: unknown): answer is TableAnswer =>
  typeof answer === 'object' && answer !== null && 'table' in answer && answer.table === true;

/** `muster-machines-2026-11-20.csv` */
export const csvName = (kind: string, now: Date): string => `muster-${kind}-${now.toISOString().slice(0, 10)}.csv`;
