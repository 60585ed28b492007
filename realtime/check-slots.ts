import { type Entries, NONE } from './check-entries.ts';

/** Due tick of an entry that only waits for its deadline. */
export const NEVER = 0xffffffff;

/** The tick at which something happens to an entry: it runs, or its execution times out. */
export function tickOf({ columns }: Entries, entry: number): number {
  const due = columns.due[entry] ?? NEVER;
  const deadline = columns.deadline[entry] ?? 0;
  return deadline === 0 ? due : Math.min(due, deadline);
}

/**
 * A timing wheel: each slot lists the entries of the ticks that fall on it. One whose tick lies more than a round ahead stays
 * in its slot and is looked at once a round. Links are within the entries, so that taking one out costs the same however
 * many there are.
 */
export function createSlots(entries: Entries, count: number) {
  const first = new Int32Array(count).fill(NONE);
  /** In place of a predecessor, the slot that an entry is first in. */
  const asSlot = (slot: number) => NONE - 1 - slot;
  return {
    put: (entry: number): void => {
      const { next, previous } = entries.columns;
      const slot = tickOf(entries, entry) % count;
      const behind = first[slot] ?? NONE;
      next[entry] = behind;
      previous[entry] = asSlot(slot);
      if (behind !== NONE) previous[behind] = entry;
      first[slot] = entry;
    },
    take: (entry: number): void => {
      const { next, previous } = entries.columns;
      const after = next[entry] ?? NONE;
      const before = previous[entry] ?? NONE;
      if (before < NONE) first[asSlot(before)] = after;
      else next[before] = after;
      if (after !== NONE) previous[after] = before;
    },
    /** Entries in the slot of this tick whose tick has come. */
    dueAt: (tick: number): number[] => {
      const due: number[] = [];
      for (let entry = first[tick % count] ?? NONE; entry !== NONE; entry = entries.columns.next[entry] ?? NONE)
        if (tickOf(entries, entry) <= tick) due.push(entry);
      return due;
    },
  };
}
