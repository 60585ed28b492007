import type { ToolCall } from '../../domain/chat/assistant.ts';

/** OpenAI's pattern for names of tools; Anthropic takes more. Models call tools `multi_tool_use.parallel` all the same. */
const NAME_CHARS = 64;
/** OpenAI takes 40 characters, Anthropic these alone. */
const ID = /^[\w-]{1,40}$/;

/**
 * Names the calls of one conversation so that a provider takes them back: models write names and ids that their own services
 * refuse, with the whole conversation from then on, and another provider's ids may be longer or used twice. What can stay
 * stays. Told in their order, the same calls are named the same each time.
 */
export function createCallNames(): (call: ToolCall) => Pick<ToolCall, 'id' | 'tool'> {
  const known = new Set<string>();
  let made = 0;
  const own = (): string => {
    // Nine letters and digits, which is all that Mistral takes.
    const id = `call${String(++made).padStart(5, '0')}`;
    return known.has(id) ? own() : id;
  };
  return ({ id: given, tool }) => {
    const id = ID.test(given) && !known.has(given) ? given : own();
    known.add(id);
    return { id, tool: tool.replaceAll(/[^\w-]/g, '_').slice(0, NAME_CHARS) || 'unnamed' };
  };
}
