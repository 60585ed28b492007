import { type Accessor, createSignal } from 'solid-js';
import { ApiError, asSentence } from '../api-error.ts';
import { focusAfter } from './focus.ts';

export type Submit = {
  busy: Accessor<boolean>;
  /** What the last attempt failed with, unless fields show all of it. */
  error: Accessor<unknown>;
  /** What the server found wrong with one field, for its `error`: issue('name'). */
  issue: (path: string) => string | undefined;
  /** For <form onSubmit>; a second one while the first is on its way is ignored. */
  onSubmit: (event: SubmitEvent) => void;
  /** The same without a form: for the confirmation of a dialog, a button. */
  send: () => void;
  /** Forgets what the last attempt failed with: the form asks for something else now. */
  clear: () => void;
};

/**
 * Sends a form. `run` calls the API and does what comes after; what it rejects with is shown, field by field where the
 * server named fields. `fields` are the paths that the form shows.
 */
export function createSubmit(run: () => Promise<void>, fields: readonly string[] = []): Submit {
  const [busy, setBusy] = createSignal(false);
  const [failure, setFailure] = createSignal<unknown>();
  const issues = () => {
    const error = failure();
    return error instanceof ApiError ? error.issues : [];
  };
  async function send() {
    const before = document.activeElement;
    setBusy(true);
    setFailure(undefined);
    try {
      await run();
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
    focusAfter(before);
  }
  const start = () => {
    if (!busy()) void send();
  };
  return {
    busy,
    error: () => (issues().length > 0 && issues().every(({ path }) => fields.includes(path)) ? undefined : failure()),
    issue: (path) => {
      const found = issues().filter((issue) => issue.path === path);
      return found.map(({ message }) => asSentence(message)).join(' ') || undefined;
    },
    onSubmit(event) {
      event.preventDefault();
      start();
    },
    send: start,
    clear: () => setFailure(undefined),
  };
}
