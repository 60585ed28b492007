/** Anthropic's messages, streamed. */
import { z } from 'zod';
import type { AiAnswer, AiRequest } from '../ai-provider.ts';
import { schemaFaults, toolName } from './tool-schemas.ts';

const Text = z.looseObject({ type: z.literal('text'), text: z.string().regex(/\S/) });
const Block = z.discriminatedUnion('type', [
  Text,
  z.looseObject({
    type: z.literal('tool_use'),
    id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
    name: z.string().regex(toolName),
    input: z.record(z.string(), z.unknown()),
  }),
  z.looseObject({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.union([z.string(), z.array(Text)]),
  }),
]);
type Block = z.infer<typeof Block>;
const Message = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string().transform((text): Block[] => [{ type: 'text', text }]), z.array(Block).min(1)]),
});
const Body = z.looseObject({
  max_tokens: z.number().int().min(1),
  messages: z.array(Message).min(1),
  stream: z.literal(true),
  system: z.union([z.string(), z.array(Text)]).optional(),
  tools: z.array(z.looseObject({ name: z.string(), description: z.string(), input_schema: z.unknown() })).optional(),
});

/** What Anthropic would refuse in this request. */
export function judgeAnthropic({ headers, body }: AiRequest): string[] {
  const { data, error } = Body.safeParse(body);
  if (!data) return [z.prettifyError(error)];
  const version = headers['anthropic-version'] ? [] : ['anthropic-version is missing'];
  const tools = (data.tools ?? []).flatMap(({ name, input_schema }) => [
    ...(toolName.test(name) ? [] : [`${name} is no name for a tool`]),
    ...schemaFaults(name, input_schema),
  ]);
  return [...version, ...tools, ...order(data.messages)];
}

/** The user begins, both take turns, and every use of a tool has its result in the message right behind it. */
function order(messages: z.infer<typeof Message>[]): string[] {
  const faults: string[] = [];
  const known = new Set<string>();
  let open: string[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== (index % 2 === 0 ? 'user' : 'assistant')) faults.push(`message ${index} is by ${role}`);
    const results = content.filter((block) => block.type === 'tool_result').map(({ tool_use_id }) => tool_use_id);
    if (open.toSorted().join() !== results.toSorted().join())
      faults.push(`uses ${open.join()} have the results ${results.join()}`);
    open = content.filter((block) => block.type === 'tool_use').map(({ id }) => id);
    for (const id of open) {
      if (known.has(id)) faults.push(`tool_use ids must be unique, and ${id} is not`);
      known.add(id);
    }
  }
  return open.length > 0 ? [...faults, `uses without a result: ${open.join()}`] : faults;
}

let uses = 0;

/** An answer in pieces, as they would be sent. */
export function anthropicEvents(said: AiAnswer): { spoken: string[]; end: string[] } {
  const { input, output } = said.usage ?? { input: 100, output: 20 };
  const text = [said.text ?? (said.calls ? [] : 'ok')].flat();
  const from = text.length > 0 ? 1 : 0;
  const spoken = text.map((part) =>
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: part } }),
  );
  const called = (said.calls ?? []).flatMap((call, index) => {
    const json = typeof call.input === 'string' ? call.input : JSON.stringify(call.input);
    const half = Math.ceil(json.length / 2);
    const at = { index: from + index };
    const id = call.id ?? `toolu_${++uses}`;
    return [
      event('content_block_start', { ...at, content_block: { type: 'tool_use', id, name: call.name, input: {} } }),
      event('content_block_delta', { ...at, delta: { type: 'input_json_delta', partial_json: json.slice(0, half) } }),
      event('content_block_delta', { ...at, delta: { type: 'input_json_delta', partial_json: json.slice(half) } }),
      event('content_block_stop', at),
    ];
  });
  const message = {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'test-model', content: [] },
    ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: input, output_tokens: 1 } },
  };
  const stop_reason = said.tooLong ? 'max_tokens' : said.calls ? 'tool_use' : 'end_turn';
  const begun = from > 0 ? [event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })] : [];
  const ended = from > 0 ? [event('content_block_stop', { index: 0 })] : [];
  return {
    spoken: [event('message_start', { message }), ...begun, event('ping', {}), ...spoken],
    end: [
      ...ended,
      ...called,
      event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: output } }),
      event('message_stop', {}),
    ],
  };
}

const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
