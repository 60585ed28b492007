import { z } from 'zod';
import type { Entry } from './assistant.ts';

/** What is sent at most, in characters: some 60,000 tokens, which the models in use take. */
export const CONTEXT_CHARS = 240_000;
/** Results that are never left out: those of the last step, which the AI has not read yet. */
const KEPT_RESULTS = 1;

const Entries = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('asked'), text: z.string() }),
    z.object({
      kind: z.literal('said'),
      text: z.string(),
      calls: z.array(z.object({ id: z.string(), tool: z.string(), input: z.unknown() })),
      message: z.record(z.string(), z.unknown()).optional(),
    }),
    z.object({
      kind: z.literal('results'),
      results: z.array(z.object({ id: z.string(), tool: z.string(), text: z.string() })),
    }),
  ]),
);

/** A message of the conversation as it is stored. */
export interface Stored {
  role: 'user' | 'assistant';
  content: string;
  model_messages: unknown;
}

/** What was said before, as the AI is told it. An answer that came to nothing is told as such: models expect turns to alternate. */
export function entriesOf(messages: Stored[]): Entry[] {
  return messages.flatMap((message): Entry[] => {
    if (message.role === 'user') return [{ kind: 'asked', text: message.content }];
    const entries: Entry[] = Entries.parse(message.model_messages ?? []);
    const last = entries.at(-1);
    if (last?.kind === 'said' && last.calls.length === 0) return entries;
    // The text of a broken-off answer stands in `content`; the entries hold what was complete.
    const told = entries.length === 0 && message.content !== '' ? `${message.content}\n\n` : '';
    return [...entries, { kind: 'said', text: `${told}(This answer was not finished.)`, calls: [] }];
  });
}

/**
 * Makes it fit: the oldest results of tools are left out first, then the oldest turns; what is asked now stays.
 * Calls and their results stay together, as every provider asks for.
 */
export function trim(entries: Entry[], budget = CONTEXT_CHARS): Entry[] {
  let size = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (size <= budget) return entries;
  const kept = [...entries];
  const withResults = kept.flatMap(({ kind }, index) => (kind === 'results' ? [index] : []));
  for (const index of withResults.slice(0, -KEPT_RESULTS)) {
    const entry = kept[index];
    if (size <= budget || entry?.kind !== 'results') break;
    const shorter: Entry = { ...entry, results: entry.results.map((result) => ({ ...result, text: LEFT_OUT })) };
    size -= sizeOf(entry) - sizeOf(shorter);
    kept[index] = shorter;
  }
  while (size > budget) {
    const next = kept.findIndex(({ kind }, index) => index > 0 && kind === 'asked');
    if (next < 0) break;
    size -= kept.splice(0, next).reduce((sum, entry) => sum + sizeOf(entry), 0);
  }
  return kept;
}

const LEFT_OUT = '{"left_out":"This result is no longer shown. Use the tool again if you need it."}';

/** What is sent of it: thoughts, too, that a provider wants back. @returns characters */
export function sizeOf(entry: Entry): number {
  if (entry.kind === 'asked') return entry.text.length;
  if (entry.kind === 'results') return entry.results.reduce((sum, { text }) => sum + text.length, 0);
  return entry.message ? JSON.stringify(entry.message).length : entry.text.length + JSON.stringify(entry.calls).length;
}
