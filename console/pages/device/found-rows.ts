import { type Accessor, createMemo } from 'solid-js';

export type FoundRowsOptions<Row> = {
  rows: Accessor<readonly Row[]>;
  /** What is searched, as one text. */
  words: (row: Row) => string;
  text: Accessor<string>;
  /** What each sort key compares. */
  keys: Readonly<Record<string, (row: Row) => string | number>>;
  /** A key, with a minus for descending. */
  sort: Accessor<string>;
};

/** Rows that contain every typed word, in order. Texts are compared as people read them: "2" before "10". */
export function createFoundRows<Row>(options: FoundRowsOptions<Row>): Accessor<readonly Row[]> {
  const searched = createMemo(() => options.rows().map((row) => ({ row, text: options.words(row).toLowerCase() })));
  const sorted = createMemo(() => {
    const descending = options.sort().startsWith('-');
    const key = options.keys[options.sort().replace('-', '')];
    if (!key) return searched();
    const compare = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare;
    const rows = searched().map((entry) => ({ ...entry, key: key(entry.row) }));
    rows.sort((a, b) =>
      typeof a.key === 'number' && typeof b.key === 'number' ? a.key - b.key : compare(String(a.key), String(b.key)),
    );
    return descending ? rows.reverse() : rows;
  });
  return createMemo(() => {
    const words = options.text().toLowerCase().split(/\s+/).filter(Boolean);
    return sorted()
      .filter(({ text }) => words.every((word) => text.includes(word)))
      .map(({ row }) => row);
  });
}
