import { type Accessor, createEffect, createSignal, on, onCleanup } from 'solid-js';
import { type Command, filterCommands } from './commands.ts';

/** Finds things for what is typed; `kind` is "companies" behind an `@`. Rejects like the API does. */
export type PaletteSearch<I> = (
  text: string,
  options: { kind: 'all' | 'companies'; signal: AbortSignal },
) => Promise<readonly Command<I>[]>;

const WAIT_MS = 120;

/** Runs a search while somebody types: after a breath, one at a time, the newest wins. */
export function createSearch<I>(text: Accessor<string>, search: Accessor<PaletteSearch<I> | undefined>) {
  const [results, setResults] = createSignal<readonly Command<I>[]>([]);
  const [searching, setSearching] = createSignal(false);
  const [failed, setFailed] = createSignal(false);

  async function look(typed: string, signal: AbortSignal, find: PaletteSearch<I>) {
    const kind = typed.startsWith('@') ? 'companies' : 'all';
    try {
      const found = await find(typed.replace(/^@/, '').trim(), { kind, signal });
      if (!signal.aborted) setResults(found);
    } catch {
      // Aborted, or the server did not answer: the page behind says the latter better than a palette can.
      if (!signal.aborted) setFailed(true);
    }
    if (!signal.aborted) setSearching(false);
  }

  createEffect(
    on([text, search], ([typed, find]) => {
      setFailed(false);
      if (!find || typed.startsWith('>') || typed.trim() === '') {
        setSearching(false);
        setResults([]);
        return;
      }
      // What an earlier text found stays only while it fits: Enter must not open something else than what is typed.
      setResults((before) => filterCommands(before, typed.replace(/^@/, '')));
      setSearching(true);
      const abort = new AbortController();
      const timer = setTimeout(() => void look(typed, abort.signal, find), WAIT_MS);
      onCleanup(() => {
        clearTimeout(timer);
        abort.abort();
      });
    }),
  );
  return { results, searching, failed };
}
