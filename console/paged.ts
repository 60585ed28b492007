import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/solid-query';
import { type Accessor, createComputed, createEffect, createMemo, createSignal, on } from 'solid-js';

/** What one page of a list answers; `next` is the cursor of the following one. */
export type PageOf<Row> = { rows: readonly Row[]; next: string | undefined };

export type PagedOptions<Row> = {
  /** Query key of the whole list, its filters included; another key is another list. */
  key: Accessor<QueryKey>;
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<PageOf<Row>>;
  /** When the row came to be, as the list is sorted: newest first, ties by id. */
  at: (row: Row) => string;
};

export type Paged<Row> = {
  rows: Accessor<readonly Row[]>;
  /** Rows that came while somebody was reading; they wait until show() is called. */
  waiting: Accessor<number>;
  show: () => void;
  hasMore: Accessor<boolean>;
  more: () => void;
  loadingMore: Accessor<boolean>;
  /** Error of the last read, with rows or without. */
  error: Accessor<unknown>;
  loaded: Accessor<boolean>;
  retry: () => void;
};

/**
 * A list that the server gives newest first with a cursor. Live hints read the loaded pages again, so that rows change
 * in place; rows newer than those on screen wait, so that nothing moves under the pointer.
 */
export function createPaged<Row extends { id: string }>(options: PagedOptions<Row>): Paged<Row> {
  const query = useInfiniteQuery<PageOf<Row>, Error, InfiniteData<PageOf<Row>>, QueryKey, string | undefined>(() => ({
    queryKey: options.key(),
    queryFn: ({ pageParam, signal }) => options.load(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
  }));
  const place = (row: Row) => `${options.at(row)} ${row.id}`;
  const [seen, setSeen] = createSignal('');
  createComputed(
    on(
      () => JSON.stringify(options.key()),
      () => setSeen(''),
      { defer: true },
    ),
  );

  const all = createMemo<readonly Row[]>(() => {
    if (!query.isSuccess) return [];
    const rows = new Map(query.data.pages.flatMap(({ rows: page }) => page.map((row) => [row.id, row])));
    return [...rows.values()];
  });
  const show = () => {
    const [first] = all();
    setSeen(first ? place(first) : '');
  };
  // What is there when the list opens, or when an empty one fills, needs no asking.
  createEffect(() => {
    if (seen() === '' && all().length > 0) show();
  });
  const isNew = (row: Row) => seen() !== '' && place(row) > seen();
  return {
    rows: createMemo(() => all().filter((row) => !isNew(row))),
    waiting: createMemo(() => all().filter(isNew).length),
    show,
    hasMore: () => query.hasNextPage,
    more: () => void query.fetchNextPage(),
    loadingMore: () => query.isFetchingNextPage,
    error: () => (query.isError ? query.error : undefined),
    loaded: () => query.isSuccess,
    retry: () => void query.refetch(),
  };
}
