import { type Accessor, createSignal } from 'solid-js';
import type { RowWindow } from './row-window.ts';

/** Which rows are picked, by id: it outlives scrolling and refetching. The page reads it for its bulk bar. */
export type Selection = {
  has: (id: string) => boolean;
  ids: Accessor<ReadonlySet<string>>;
  toggle: (id: string) => void;
  add: (ids: readonly string[]) => void;
  remove: (ids: readonly string[]) => void;
  clear: () => void;
};

export function createSelection(): Selection {
  const [ids, setIds] = createSignal<ReadonlySet<string>>(new Set());
  return {
    ids,
    has: (id) => ids().has(id),
    toggle: (id) =>
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    add: (more) => setIds((before) => new Set([...before, ...more])),
    remove: (gone) => setIds((before) => before.difference(new Set(gone))),
    clear: () => setIds(new Set<string>()),
  };
}

/** More than this is not picked at once: it is what one bulk call takes. */
export const MAX_PICKED = 5000;

/** Picks from the last touched row to this one, loading ids that are not on screen. */
export async function pickRange<Row>(
  selection: Selection,
  rows: RowWindow<Row>,
  from: number,
  to: number,
): Promise<void> {
  const [first, last] = from < to ? [from, to] : [to, from];
  selection.add(await rows.idsBetween(first, Math.min(last, first + MAX_PICKED - 1)));
}
