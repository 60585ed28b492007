import { type Accessor, createSignal } from 'solid-js';
import { t } from '../../i18n/index.ts';
import type { Verdict } from './decide.ts';

export type DecidingOptions = {
  /** How many devices it reaches. */
  count: Accessor<number>;
  /** The number has to be typed before it is approved. */
  counted: Accessor<boolean>;
  /** It can be approved otherwise. */
  ready: Accessor<boolean>;
  /** Carries it out, with the reason as it was typed; rejects with why it was refused. */
  act: (verdict: Verdict, reason: string) => Promise<void>;
};

export type Deciding = ReturnType<typeof createDeciding>;

/** What the operator has typed and said so far about whatever waits, and the act itself. */
export function createDeciding({ count, counted, ready, act }: DecidingOptions) {
  const [typed, setTyped] = createSignal('');
  const [reason, setReason] = createSignal('');
  const [reasonMissing, setReasonMissing] = createSignal(false);
  const [busy, setBusy] = createSignal<Verdict>();
  const [error, setError] = createSignal<unknown>();
  const approvable = () => ready() && busy() === undefined && (!counted() || typed().trim() === String(count()));

  async function run(verdict: Verdict) {
    setBusy(verdict);
    setError(undefined);
    try {
      await act(verdict, reason().trim());
      // The rest may be under the same address: it is decided on afresh.
      setReason('');
    } catch (cause) {
      setError(cause);
    }
    setTyped('');
    setBusy(undefined);
  }

  return {
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
    error,
    approve: () => {
      if (approvable()) void run('approve');
    },
    /** A rejection says why; false when it does not yet. */
    reject: (): boolean => {
      if (busy() !== undefined || count() === 0) return true;
      setReasonMissing(reason().trim() === '');
      if (reason().trim() === '') return false;
      void run('reject');
      return true;
    },
  };
}
