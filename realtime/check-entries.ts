/** No entry; also the end of a list. */
export const NONE = -1;

export type Entries = ReturnType<typeof createEntries>;

/**
 * The columns of a schedule: an entry is an index into all of them, 49 bytes however long its ids are. Objects would take
 * about 200. Freed entries are used again; the arrays double when they are full and never shrink.
 */
export function createEntries(capacity = 1024) {
  let free = NONE;
  let used = 0;
  let live = 0;
  const columns = {
    device: new Uint32Array(capacity),
    check: new Uint32Array(capacity),
    phase: new Uint32Array(capacity),
    intervalSec: new Uint32Array(capacity),
    /** Tick at which it runs; NEVER for one that only waits for its deadline. */
    due: new Uint32Array(capacity),
    /** Tick at which its execution times out; 0 for none. */
    deadline: new Uint32Array(capacity),
    /** The deadline as it was written, in ms since 1970, and the end of the execution's id. */
    execution: new Uint32Array(capacity),
    deadlineAt: new Float64Array(capacity),
    /** Neighbours in its slot of the wheel (check-slots.ts). */
    next: new Int32Array(capacity),
    previous: new Int32Array(capacity),
    /** The next one of its device. */
    sibling: new Int32Array(capacity),
    /** 1 from when it came due until it has been sent or passed over. */
    queued: new Uint8Array(capacity),
  };
  const grow = () => {
    const size = columns.device.length * 2;
    for (const name of ['device', 'check', 'phase', 'intervalSec', 'due', 'deadline', 'execution'] as const)
      columns[name] = copied(columns[name], new Uint32Array(size));
    for (const name of ['next', 'previous', 'sibling'] as const)
      columns[name] = copied(columns[name], new Int32Array(size));
    columns.deadlineAt = copied(columns.deadlineAt, new Float64Array(size));
    columns.queued = copied(columns.queued, new Uint8Array(size));
  };
  return {
    columns,
    size: () => live,
    take: (): number => {
      live += 1;
      if (free !== NONE) {
        const entry = free;
        free = columns.sibling[entry] ?? NONE;
        return entry;
      }
      if (used === columns.device.length) grow();
      return used++;
    },
    /** It belongs to no list any more. */
    release: (entry: number): void => {
      live -= 1;
      columns.sibling[entry] = free;
      free = entry;
    },
  };
}

function copied<T extends Uint32Array | Int32Array | Float64Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Ids as small numbers, each as long as something refers to it. */
export function createNames() {
  const indexes = new Map<string, number>();
  const names: string[] = [];
  const references: number[] = [];
  const free: number[] = [];
  return {
    indexOf: (name: string): number => indexes.get(name) ?? NONE,
    nameOf: (index: number): string => names[index] ?? '',
    /** Refers to the name once more. */
    take: (name: string): number => {
      const index = indexes.get(name) ?? free.pop() ?? names.length;
      indexes.set(name, index);
      names[index] = name;
      references[index] = (references[index] ?? 0) + 1;
      return index;
    },
    release: (index: number): void => {
      const left = (references[index] ?? 0) - 1;
      references[index] = left;
      if (left > 0) return;
      indexes.delete(names[index] ?? '');
      names[index] = '';
      free.push(index);
    },
  };
}
