/** A line of a diff: kept, added or removed, with its number in the old and the new text (from 1). */
export type DiffLine = { kind: 'same' | 'add' | 'del'; text: string; old?: number; new?: number };

/** Beyond this many changes the search is given up and the changed middle is shown as replaced: it would be unreadable. */
const MAX_CHANGES = 1000;

/**
 * Line diff after Myers, "An O(ND) difference algorithm" (1986), with the common head and tail cut off first, which
 * is most of any real change. Removed lines come before added ones.
 */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const room = Math.min(before.length, after.length) - head;
  while (tail < room && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const middle = script(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  const kept = (lines: readonly string[]) => lines.map((text) => ({ kind: 'same', text }) as const);
  return numbered([...kept(before.slice(0, head)), ...middle, ...kept(before.slice(before.length - tail))]);
}

type Step = { kind: 'same' | 'add' | 'del'; text: string };

function script(a: readonly string[], b: readonly string[]): Step[] {
  const replaced = () => [
    ...a.map((text): Step => ({ kind: 'del', text })),
    ...b.map((text): Step => ({ kind: 'add', text })),
  ];
  if (a.length === 0 || b.length === 0) return replaced();
  const trace = furthest(a, b);
  return trace ? backtrack(a, b, trace) : replaced();
}

/** For each number of changes, how far down each diagonal one gets; the last entry reaches the end. */
function furthest(a: readonly string[], b: readonly string[]): Map<number, number>[] | undefined {
  const trace: Map<number, number>[] = [];
  let reach = new Map([[1, 0]]);
  for (let changes = 0; changes <= Math.min(a.length + b.length, MAX_CHANGES); changes += 1) {
    const next = new Map<number, number>();
    trace.push(reach);
    for (let k = -changes; k <= changes; k += 2) {
      const down = k === -changes || (k !== changes && at(reach, k - 1) < at(reach, k + 1));
      let x = down ? at(reach, k + 1) : at(reach, k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return trace;
    }
    reach = next;
  }
  return undefined;
}

function backtrack(a: readonly string[], b: readonly string[], trace: Map<number, number>[]): Step[] {
  const steps: Step[] = [];
  let x = a.length;
  let y = b.length;
  for (let changes = trace.length - 1; changes >= 0; changes -= 1) {
    const reach = trace[changes] ?? new Map();
    const k = x - y;
    const down = k === -changes || (k !== changes && at(reach, k - 1) < at(reach, k + 1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = at(reach, fromK);
    const fromY = fromX - fromK;
    while (x > Math.max(fromX, 0) && y > Math.max(fromY, 0) && a[x - 1] === b[y - 1]) {
      x -= 1;
      y -= 1;
      steps.push({ kind: 'same', text: a[x] ?? '' });
    }
    if (changes === 0) break;
    steps.push(down ? { kind: 'add', text: b[y - 1] ?? '' } : { kind: 'del', text: a[x - 1] ?? '' });
    x = fromX;
    y = fromY;
  }
  return steps.reverse();
}

function at(reach: Map<number, number>, k: number): number {
  return reach.get(k) ?? -1;
}

function numbered(steps: readonly Step[]): DiffLine[] {
  let old = 0;
  let fresh = 0;
  return steps.map(({ kind, text }) => {
    if (kind !== 'add') old += 1;
    if (kind !== 'del') fresh += 1;
    return { kind, text, ...(kind === 'add' ? {} : { old }), ...(kind === 'del' ? {} : { new: fresh }) };
  });
}

/** A diff with long unchanged stretches folded: rows, or how many lines a fold holds and from which row. */
export type DiffRow = { line: DiffLine } | { fold: number; from: number };

export function folded(lines: readonly DiffLine[], context: number): DiffRow[] {
  const near = (index: number) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some((line) => line.kind !== 'same');
  const rows: DiffRow[] = [];
  let from = 0;
  lines.forEach((line, index) => {
    if (near(index)) {
      if (index > from) rows.push({ fold: index - from, from });
      rows.push({ line });
      from = index + 1;
    }
  });
  if (from < lines.length) rows.push({ fold: lines.length - from, from });
  return rows;
}
