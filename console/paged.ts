import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/solid-query';
import { type Accessor, createComputed, createMemo, createSignal } from 'solid-js';

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
  type Loaded = PageOf<Row> & { list: string };
  const query = useInfiniteQuery<Loaded, Error, InfiniteData<Loaded>, QueryKey, string | undefined>(() => ({
    queryKey: options.key(),
    queryFn: async ({ queryKey, pageParam, signal }) => ({
      ...(await options.load(pageParam, signal)),
      list: JSON.stringify(queryKey),
    }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
  }));
  const place = (row: Row) => `${options.at(row)} ${row.id}`;
  const all = createMemo<readonly Row[]>(() => {
    if (!query.isSuccess) return [];
    const rows = new Map(query.data.pages.flatMap(({ rows: page }) => page.map((row) => [row.id, row])));
    return [...rows.values()];
  });
  /** Which list the rows are of: the data may still be that of the filters before. */
  const list = () => (query.isSuccess ? query.data.pages[0]?.list : undefined);
  /** The newest row that was shown, of which list. */
  const [seen, setSeen] = createSignal<{ list: string | undefined; place: string }>();
  const show = () => {
    const [first] = all();
    setSeen(first && { list: list(), place: place(first) });
  };
  // What is there when a list opens, or when an empty one fills, needs no asking.
  createComputed(() => {
    if (all().length > 0 && seen()?.list !== list()) show();
  });
  const isNew = (row: Row) => place(row) > (seen()?.place ?? '\uffff');
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
