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
  const [total, setTotal] = createSignal<number | undefined>();
  const [waiting, setWaiting] = createSignal<number | undefined>();
  const [gone, setGone] = createSignal<ReadonlySet<string>>(new Set());

  function cell(index: number): Signal<Row | undefined> {
    const found = rows.get(index) ?? createSignal<Row | undefined>(undefined, { equals: sameRow });
    rows.set(index, found);
    return found;
  }

  function show(page: number, answer: Page<Row>) {
    for (const [offset, row] of answer.rows.entries()) cell(page * pageRows + offset)[1](() => row);
    for (let offset = answer.rows.length; offset < pageRows; offset += 1)
      rows.get(page * pageRows + offset)?.[1](undefined);
    shown.set(page, answer.rows.map(idOf));
    setTotal(answer.total);
  }

  function update(page: number, answer: Page<Row>, ids: readonly string[]) {
    const fresh = new Map(answer.rows.map((row) => [idOf(row), row]));
    ids.forEach((id, offset) => {
      const row = fresh.get(id);
      if (row !== undefined) cell(page * pageRows + offset)[1](() => row);
    });
    const present = new Set([...newest.values()].flatMap((known) => known.rows.map(idOf)));
    const missing = [...shown.values()].flat().filter((id) => !present.has(id));
    setGone(new Set(missing));
    setWaiting(Math.max(0, answer.total - (total() ?? 0)));
  }

  function take(page: number, answer: Page<Row>) {
    if (newest.get(page) === answer) return;
    newest.set(page, answer);
    const ids = shown.get(page);
    const same = ids?.length === answer.rows.length && answer.rows.every((row, index) => idOf(row) === ids[index]);
    if (!ids || (same && (waiting() === undefined || answer.total === total()))) show(page, answer);
    else update(page, answer, ids);
  }

  function reset() {
    shown.clear();
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
