import { shownLines } from '../../ui/code/visible.ts';

/** Longer than any question that a page of ours suggests. */
const PREFILL_MAX = 2000;

/**
 * The question that an address suggests (`/ai/chat#q=…`): behind #, so that it stays in the browser. Anybody may have made
 * the address, so it is only ever typed in, and characters that a field would not show are spelled out.
 */
export function prefilled(hash: string): string | undefined {
  const text = new URLSearchParams(hash.replace(/^#/, '')).get('q')?.slice(0, PREFILL_MAX).trim();
  return text ? shownLines(text) : undefined;
}

/** What is in the field with a suggestion in it: in place of an untouched one before it, else behind what somebody wrote. */
export function withSuggestion(draft: string, suggestion: string, before: string | undefined): string {
  if (draft.trim() === '' || draft === before) return suggestion;
  return draft.includes(suggestion) ? draft : `${draft.trimEnd()}\n\n${suggestion}`;
}

/** The address of a new chat with a question typed in. */
export const chatAddress = (question: string, hrefOf: (path: string) => string): string =>
  `${hrefOf('/ai/chat')}#${new URLSearchParams({ q: question })}`;
