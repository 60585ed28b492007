import { type Accessor, createMemo, createSignal } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { decide, isConflict, type Verdict } from './decide.ts';
import { deviceCount, type Part, UNTYPED_LIMIT } from './proposals.ts';

export type DecisionOptions = {
  parts: Accessor<readonly Part[]>;
  /** The script is on screen; nothing is approved unseen. */
  ready: Accessor<boolean>;
  /** `decided` is decided; `left` are the parts that still wait. */
  onDecided: (verdict: Verdict, decided: readonly Part[], left: readonly Part[]) => void;
};

export type Decision = ReturnType<typeof createDecision>;

/** What the operator has chosen, typed and said so far, and the act itself. */
export function createDecision(options: DecisionOptions) {
  const [unticked, setUnticked] = createSignal<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = createSignal('');
  const [reason, setReason] = createSignal('');
  const [reasonMissing, setReasonMissing] = createSignal(false);
  const [busy, setBusy] = createSignal<Verdict>();
  const [error, setError] = createSignal<unknown>();
  const chosen = createMemo(() => options.parts().filter(({ id }) => !unticked().has(id)));
  const count = createMemo(() => deviceCount(chosen()));
  const counted = () => count() > UNTYPED_LIMIT;
  const approvable = () =>
    options.ready() && count() > 0 && busy() === undefined && (!counted() || typed().trim() === String(count()));

  async function act(verdict: Verdict) {
    const parts = chosen();
    const left = options.parts().filter(({ id }) => unticked().has(id));
    setBusy(verdict);
    setError(undefined);
    try {
      await decide(parts, verdict, reason().trim());
      // The rest may be under the same address: it is decided on afresh.
      setUnticked(new Set<string>());
      setTyped('');
      setReason('');
      options.onDecided(verdict, parts, left);
    } catch (cause) {
      setTyped('');
      setError(cause);
    }
    setBusy(undefined);
  }

  return {
    chosen,
    count,
    counted,
    approvable,
    busy,
    typed,
    setTyped,
    reason,
    setReason: (text: string) => {
      setReason(text);
      setReasonMissing(false);
    },
    reasonIssue: () => (reasonMissing() ? t('approvals.reason_missing') : undefined),
    has: (part: Part) => !unticked().has(part.id),
    tick: (part: Part, on: boolean) => {
      const next = new Set(unticked());
      if (on) next.delete(part.id);
      else next.add(part.id);
      setUnticked(next);
      setTyped('');
    },
    /** What failed, unless somebody else was faster: then the page says who. */
    error: () => (isConflict(error()) ? undefined : error()),
    conflict: () => isConflict(error()),
    approve: () => {
      if (approvable()) void act('approve');
    },
    /** A rejection says why; false when it does not yet. */
    reject: (): boolean => {
      if (busy() !== undefined || count() === 0) return true;
      setReasonMissing(reason().trim() === '');
      if (reason().trim() === '') return false;
      void act('reject');
      return true;
    },
  };
}
