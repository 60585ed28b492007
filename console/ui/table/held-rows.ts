import { type Accessor, batch, createSignal, type Signal, untrack } from 'solid-js';

export type Page<Row> = { rows: readonly Row[]; total: number };

type View<Row> = {
  total: Accessor<number | undefined>;
  row: (index: number) => Row | undefined;
  gone: (row: Row) => boolean;
  waiting: Accessor<number | undefined>;
};

export type HeldRows<Row> = {
  view: View<Row>;
  /** A page as the server has it now. */
  take: (page: number, answer: Page<Row>) => void;
  /** Shows what waits: these pages as they are now, all others unloaded. */
  accept: (pages: readonly number[]) => void;
  clear: () => void;
};

/**
 * The rows on screen, in the order in which they were first shown. A fresh answer changes rows in place; what it would
 * move, add or remove waits for accept(), because a list must not shift under the pointer. One signal a row: a change
 * to one of 50,000 redraws one.
 */
export function createHeldRows<Row>(idOf: (row: Row) => string, pageRows: number): HeldRows<Row> {
  const rows = new Map<number, Signal<Row | undefined>>();
  const newest = new Map<number, Page<Row>>();
  const shown = new Map<number, readonly string[]>();
  const places = new Map<string, number>();
  const missing = new Map<number, readonly string[]>();
  const moved = new Set<number>();
  const [total, setTotal] = createSignal<number | undefined>();
  const [waiting, setWaiting] = createSignal<number | undefined>();
  const [gone, setGone] = createSignal<ReadonlySet<string>>(new Set());

  function cell(index: number): Signal<Row | undefined> {
    const found = rows.get(index) ?? createSignal<Row | undefined>(undefined, { equals: sameRow });
    rows.set(index, found);
    return found;
  }

  function show(page: number, answer: Page<Row>) {
    const ids = answer.rows.map(idOf);
    for (let offset = 0; offset < pageRows; offset += 1) {
      const index = page * pageRows + offset;
      const [id, row] = [ids[offset], answer.rows[offset]];
      if (id !== undefined && !places.has(id)) places.set(id, index);
      if (row !== undefined || rows.has(index)) cell(index)[1](() => row);
    }
    shown.set(page, ids);
    if (waiting() === undefined) setTotal(answer.total);
  }

  /** What the answer says about rows that are on screen, wherever they stand there. */
  function refresh(answer: Page<Row>) {
    for (const row of answer.rows) {
      const index = places.get(idOf(row));
      if (index !== undefined) cell(index)[1](() => row);
    }
  }

  /** A row is gone from its page when one behind it is still there; those at the end may just have moved on. */
  function markMissing(page: number, answer: Page<Row>, ids: readonly string[]) {
    const fresh = new Set(answer.rows.map(idOf));
    const last = ids.findLastIndex((id) => fresh.has(id));
    missing.set(
      page,
      ids.filter((id, index) => index < last && !fresh.has(id)),
    );
    if (last < 0 || answer.rows.length < pageRows)
      missing.set(
        page,
        ids.filter((id) => !fresh.has(id)),
      );
    setGone(new Set([...missing.values()].flat()));
  }

  function take(page: number, answer: Page<Row>) {
    if (newest.get(page) === answer) return;
    newest.set(page, answer);
    const ids = shown.get(page);
    const same = ids?.length === answer.rows.length && answer.rows.every((row, index) => idOf(row) === ids[index]);
    if (ids !== undefined && (!same || answer.total !== total())) moved.add(page);
    else moved.delete(page);
    setWaiting(moved.size > 0 ? Math.max(0, answer.total - (total() ?? 0)) : undefined);
    refresh(answer);
    if (ids === undefined) show(page, answer);
    else markMissing(page, answer, ids);
  }

  function reset() {
    shown.clear();
    places.clear();
    missing.clear();
    moved.clear();
    for (const [, set] of rows.values()) set(undefined);
    setWaiting(undefined);
    setGone(new Set<string>());
  }

  return {
    view: {
      total,
      row: (index) => cell(index)[0](),
      gone: (row) => gone().has(idOf(row)),
      waiting,
    },
    accept: (pages) =>
      batch(() => {
        reset();
        for (const [page, answer] of newest) {
          if (pages.includes(page)) show(page, answer);
          else newest.delete(page);
        }
      }),
    take: (page, answer) => untrack(() => batch(() => take(page, answer))),
    clear: () =>
      untrack(() =>
        batch(() => {
          reset();
          newest.clear();
        }),
      ),
  };
}

/** Rows are plain JSON; an answer that says the same as before redraws nothing. */
function sameRow<Row>(a: Row, b: Row): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
