import { type QueryKey, QueryObserver, useQueryClient } from '@tanstack/solid-query';
import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup, untrack } from 'solid-js';
import { createHeldRows, type Page } from './held-rows.ts';

/** Rows of a long list, loaded where they are looked at. What VirtualTable asks of its data. */
export type RowWindow<Row> = {
  /** How many rows there are; undefined until the first answer. */
  total: Accessor<number | undefined>;
  /** The row at a place, reactive; undefined while it is not loaded. */
  row: (index: number) => Row | undefined;
  id: (row: Row) => string;
  /** True for a row that the last answer no longer had: it stays, dimmed, until the change is accepted. */
  gone: (row: Row) => boolean;
  /** Tells which rows are on screen; missing ones are then loaded. */
  look: (first: number, last: number) => void;
  /** Ids of a range, loading what is missing. For Shift-selection and "all". */
  idsBetween: (first: number, last: number) => Promise<string[]>;
  /** What waits behind the bar: undefined for nothing, else how many rows more there are (0: only another order). */
  waiting: Accessor<number | undefined>;
  /** Shows what waits. */
  accept: () => void;
  /** Another list (a filter, an order) is on its way; the rows on screen are still those of the last one. */
  changing: Accessor<boolean>;
  error: Accessor<unknown>;
  retry: () => void;
};

export type RowWindowOptions<Row> = {
  /** Noun first, then what the list depends on: `['devices', { q, sort }]`. Another key is another list. */
  key: Accessor<QueryKey>;
  /** Reads rows offset … offset+limit of the list that `key` names. */
  load: (range: { offset: number; limit: number; signal: AbortSignal }) => Promise<Page<Row>>;
  id: (row: Row) => string;
};

/** Rows per request. One screen is about 30; the server answers 100 as fast as 30. */
export const PAGE_ROWS = 100;

/**
 * Loads a long list page by page and keeps its order still: live hints refetch the pages on screen, rows change in
 * place, and rows that are new or moved wait until somebody asks for them.
 */
export function createRowWindow<Row>(options: RowWindowOptions<Row>): RowWindow<Row> {
  const client = useQueryClient();
  const held = createHeldRows<Row>(options.id, PAGE_ROWS);
  const keyText = createMemo(() => JSON.stringify(options.key()));
  const [shownKey, setShownKey] = createSignal(keyText());
  const [error, setError] = createSignal<unknown>();
  const watched = new Map<number, () => void>();

  const query = (page: number) => ({
    queryKey: [...options.key(), { offset: page * PAGE_ROWS }],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      options.load({ offset: page * PAGE_ROWS, limit: PAGE_ROWS, signal }),
  });

  function taken(page: number, result: { data: Page<Row> | undefined; error: unknown }) {
    setError(result.data === undefined ? result.error : undefined);
    if (result.data === undefined) return;
    if (shownKey() !== keyText()) held.clear();
    setShownKey(keyText());
    held.take(page, result.data);
  }

  // Plain observers: the Solid adapter would wrap every row in a store and suspend the page while one is read.
  function watch(page: number) {
    const observer = new QueryObserver<Page<Row>>(client, query(page));
    watched.set(
      page,
      observer.subscribe((result) => taken(page, result)),
    );
    taken(page, observer.getCurrentResult());
  }

  function look(pages: readonly number[]) {
    for (const [page, stop] of watched) {
      if (pages.includes(page)) continue;
      stop();
      watched.delete(page);
    }
    for (const page of pages) if (!watched.has(page)) watch(page);
  }

  createEffect(
    on(keyText, () => {
      look([]);
      look([0]);
    }),
  );
  onCleanup(() => look([]));

  return {
    ...held.view,
    id: options.id,
    look: (first, last) => untrack(() => shownKey() === keyText() && look(pagesOf(first, last))),
    idsBetween: async (first, last) => {
      const answers = pagesOf(first, last).map((page) => client.fetchQuery({ ...query(page), staleTime: 30_000 }));
      const skipped = first % PAGE_ROWS;
      const ids = (await Promise.all(answers)).flatMap((answer) => answer.rows.map(options.id));
      return ids.slice(skipped, skipped + last - first + 1);
    },
    accept: () => held.accept([...watched.keys()]),
    changing: () => shownKey() !== keyText(),
    error,
    retry: () => void client.refetchQueries({ queryKey: options.key(), type: 'active' }),
  };
}

/** Numbers of the pages that hold these rows. */
function pagesOf(first: number, last: number): number[] {
  const start = Math.floor(Math.max(0, first) / PAGE_ROWS);
  const end = Math.floor(Math.max(0, last) / PAGE_ROWS);
  return Array.from({ length: end - start + 1 }, (_, index) => start + index);
}
