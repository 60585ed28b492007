/** OpenAI's chat completions, streamed. */
import { z } from 'zod';
import type { AiAnswer, AiRequest } from '../ai-provider.ts';
import { schemaFaults, toolName } from './tool-schemas.ts';

const Call = z.object({
  // Its limits as its refusals tell them.
  id: z.string().min(1).max(40),
  type: z.literal('function'),
  function: z.object({ name: z.string().regex(toolName), arguments: z.string() }),
});
const Text = z.union([z.string().min(1), z.array(z.object({ type: z.literal('text'), text: z.string().min(1) }))]);
const Message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), content: Text }),
  z.object({ role: z.literal('user'), content: Text }),
  z.object({
    role: z.literal('assistant'),
    content: z.string().nullish(),
    tool_calls: z.array(Call).min(1).optional(),
  }),
  z.object({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
]);
const Body = z.looseObject({
  messages: z.array(Message).min(1),
  stream: z.literal(true),
  stream_options: z.object({ include_usage: z.literal(true) }),
  tools: z
    .array(
      z.object({
        type: z.literal('function'),
        function: z.looseObject({ name: z.string(), description: z.string().max(1024), parameters: z.unknown() }),
      }),
    )
    .min(1)
    .optional(),
});

/** What OpenAI would refuse in this request. */
export function judgeOpenAi({ body }: AiRequest): string[] {
  const { data, error } = Body.safeParse(body);
  if (!data) return [z.prettifyError(error)];
  const tools = (data.tools ?? []).flatMap(({ function: { name, parameters } }) => [
    ...(toolName.test(name) ? [] : [`${name} is no name for a tool`]),
    ...schemaFaults(name, parameters),
  ]);
  return [...tools, ...order(data.messages)];
}

/** Every call is answered, right behind it. */
function order(messages: z.infer<typeof Message>[]): string[] {
  const faults: string[] = [];
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) faults.push(`a result of ${message.tool_call_id}, which nobody called`);
      continue;
    }
    if (open.size > 0) faults.push(`calls without a result: ${[...open].join()}`);
    open = new Set(message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : []);
    if (message.role === 'assistant' && !message.content && !message.tool_calls) faults.push('an empty message');
  }
  return open.size > 0 ? [...faults, `calls without a result: ${[...open].join()}`] : faults;
}

let calls = 0;

/** An answer in pieces, as they would be sent. */
export function openAiEvents(said: AiAnswer): { spoken: string[]; end: string[] } {
  const chunk = (delta: unknown, finish_reason: string | null = null) =>
    event({ choices: [{ index: 0, delta, finish_reason }] });
  const text = said.text ?? (said.calls ? [] : 'ok');
  const { input, output } = said.usage ?? { input: 100, output: 20 };
  const called = (said.calls ?? []).flatMap((call, index) => {
    const args = typeof call.input === 'string' ? call.input : JSON.stringify(call.input);
    const half = Math.ceil(args.length / 2);
    const id = call.id ?? `call_${++calls}`;
    return [
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name: call.name, arguments: '' } }] }),
      chunk({ tool_calls: [{ index, function: { arguments: args.slice(0, half) } }] }),
      chunk({ tool_calls: [{ index, function: { arguments: args.slice(half) } }] }),
    ];
  });
  const reason = said.tooLong ? 'length' : said.calls ? 'tool_calls' : 'stop';
  return {
    spoken: [chunk({ role: 'assistant', content: '' }), ...[text].flat().map((content) => chunk({ content }))],
    end: [
      ...called,
      chunk({}, reason),
      event({
        choices: [],
        usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
      }),
      'data: [DONE]\n\n',
    ],
  };
}

const event = (data: object) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'test-model', ...data })}\n\n`;
