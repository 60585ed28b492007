import { type AssistantModelMessage, type ModelMessage, modelMessageSchema } from 'ai';
import type { Entry, ToolCall } from '../../domain/chat/assistant.ts';
import { createCallNames } from './call-names.ts';

type Said = Extract<Entry, { kind: 'said' }>;
/** Calls as they are named to the provider. */
type Named = Pick<ToolCall, 'id' | 'tool'>[];

/** The conversation in the SDK's form. */
export function toMessages(entries: Entry[]): ModelMessage[] {
  const name = createCallNames();
  let called: Named = [];
  return entries.map((entry): ModelMessage => {
    if (entry.kind === 'asked') return { role: 'user', content: entry.text };
    if (entry.kind === 'said') {
      called = entry.calls.map(name);
      return said(entry, called);
    }
    // Results stand in the order of their calls.
    return {
      role: 'tool',
      content: entry.results.map(({ id, tool, text }, index) => ({
        ...{ type: 'tool-result' as const, toolCallId: called[index]?.id ?? id, toolName: called[index]?.tool ?? tool },
        output: { type: 'text' as const, value: text },
      })),
    };
  });
}

function said(entry: Said, called: Named): AssistantModelMessage {
  // As the provider sent it: some want marks of theirs back. Another version of the SDK may not know the form any more.
  const kept = entry.message && modelMessageSchema.safeParse(entry.message);
  if (kept?.success && kept.data.role === 'assistant') {
    const message = renamed(kept.data, called);
    if (message) return message;
  }
  const calls = entry.calls.map((call, index) => ({
    ...{
      type: 'tool-call' as const,
      toolCallId: called[index]?.id ?? call.id,
      toolName: called[index]?.tool ?? call.tool,
    },
    input: objectOf(call),
  }));
  const text = entry.text.trim() === '' ? [] : [{ type: 'text' as const, text: entry.text }];
  return { role: 'assistant', content: [...text, ...calls] };
}

/** Undefined where it holds other calls than were used. */
function renamed(message: AssistantModelMessage, called: Named): AssistantModelMessage | undefined {
  if (typeof message.content === 'string') return called.length === 0 ? message : undefined;
  const rest = [...called];
  const content = message.content.map((part) => {
    const call = part.type === 'tool-call' ? rest.shift() : undefined;
    return call && part.type === 'tool-call' ? { ...part, toolCallId: call.id, toolName: call.tool } : part;
  });
  const count = message.content.filter(({ type }) => type === 'tool-call').length;
  return count === called.length ? { ...message, content } : undefined;
}

/** What an AI sent as text because it is no JSON can't be sent back: providers take objects alone. */
const objectOf = ({ input }: ToolCall): object =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
