import { type Accessor, createEffect, on, onMount, untrack } from 'solid-js';

type Place = { top: number; cursor: number };

/** Where somebody was in a list, while the console is open. */
const places = new Map<string, Place>();

type Kept = {
  /** Names the list: the address it belongs to. undefined keeps nothing. */
  name: Accessor<string | undefined>;
  scroller: () => HTMLElement;
  /** undefined until the first answer. */
  total: Accessor<number | undefined>;
  cursor: Accessor<number>;
  setCursor: (index: number) => void;
};

/** Back from a row leads to that row and not to the top of 50,000. */
export function keepPlace(list: Kept): void {
  let restored = false;
  const keep = () => {
    const name = untrack(list.name);
    if (name === undefined || !restored) return;
    places.set(name, { top: list.scroller().scrollTop, cursor: untrack(list.cursor) });
  };
  onMount(() => list.scroller().addEventListener('scroll', keep, { passive: true }));
  createEffect(on(list.cursor, keep, { defer: true }));
  createEffect(() => {
    if (restored || list.total() === undefined) return;
    restored = true;
    const place = places.get(untrack(list.name) ?? '');
    // The body gets its height in this same turn.
    if (place) queueMicrotask(() => goTo(list, place));
  });
}

function goTo(list: Kept, place: Place): void {
  list.scroller().scrollTop = place.top;
  list.setCursor(place.cursor);
}
