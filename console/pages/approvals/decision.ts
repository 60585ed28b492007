import { type Accessor, createMemo, createSignal } from 'solid-js';
import { UNTYPED_LIMIT } from '../../ui/untyped-limit.ts';
import { decide, isConflict, type Verdict } from './decide.ts';
import { createDeciding } from './deciding.ts';
import { deviceCount, type Part } from './proposals.ts';

export type DecisionOptions = {
  parts: Accessor<readonly Part[]>;
  /** The script is on screen; nothing is approved unseen. */
  ready: Accessor<boolean>;
  /** `decided` is decided; `left` are the parts that still wait. */
  onDecided: (verdict: Verdict, decided: readonly Part[], left: readonly Part[]) => void;
};

export type Decision = ReturnType<typeof createDecision>;

/** The decision about a script, for those parts of it that are chosen. */
export function createDecision(options: DecisionOptions) {
  const [unticked, setUnticked] = createSignal<ReadonlySet<string>>(new Set());
  const chosen = createMemo(() => options.parts().filter(({ id }) => !unticked().has(id)));
  const count = createMemo(() => deviceCount(chosen()));
  const deciding = createDeciding({
    count,
    counted: () => count() > UNTYPED_LIMIT,
    ready: () => options.ready() && count() > 0,
    act: async (verdict, reason) => {
      const parts = chosen();
      const left = options.parts().filter(({ id }) => unticked().has(id));
      await decide(parts, verdict, reason);
      setUnticked(new Set<string>());
      options.onDecided(verdict, parts, left);
    },
  });
  return {
    ...deciding,
    chosen,
    has: (part: Part) => !unticked().has(part.id),
    tick: (part: Part, on: boolean) => {
      const next = new Set(unticked());
      if (on) next.delete(part.id);
      else next.add(part.id);
      setUnticked(next);
      deciding.setTyped('');
    },
    /** What failed, unless somebody else was faster: then the page says who. */
    error: () => (isConflict(deciding.error()) ? undefined : deciding.error()),
    conflict: () => isConflict(deciding.error()),
  };
}
