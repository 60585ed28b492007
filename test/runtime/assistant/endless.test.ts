/** An AI provider that never ends: what is shown is bounded by the domain, what is not shown here. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createAssistant } from '../../../runtime/assistant/create.ts';
import { createLog } from '../../../runtime/log.ts';

const chunk = (delta: object) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta }] })}\n\n`;

const call = (index: number) => ({
  tool_calls: [
    { index, id: `call_${index}`, type: 'function', function: { name: 'list_devices', arguments: '{"q":' } },
  ],
});

test.each([
  ['thinks', () => chunk({ reasoning_content: 'x'.repeat(10_000) })],
  ['asks for tools', (n: number) => chunk(call(n))],
])('an AI that %s without end is broken off', async (_, said) => {
  let went = false;
  let unseen = 0;
  const server = createServer((_request, response) => {
    let n = 0;
    const speak = () => {
      while (!went && response.write(said(n++)));
    };
    response.on('drain', speak);
    response.on('close', () => {
      went = true;
    });
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    speak();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connection = {
    provider: 'openai_compatible' as const,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: 'm',
    apiKey: null,
  };
  const asked = createAssistant(createLog('silent'), { quietMs: 20_000, totalMs: 25_000, againMs: 1 }).ask({
    ...{ connection, instructions: 'x', tools: [] },
    entries: [{ kind: 'asked', text: 'Hello?' }],
    signal: new AbortController().signal,
    onText: () => {},
    onUnseen: (chars) => {
      unseen += chars;
    },
  });
  await expect(asked).rejects.toMatchObject({ code: 'answer_too_long' });
  expect(unseen).toBeGreaterThan(100); // is counted, though nothing is shown
  await expect.poll(() => went).toBe(true);
  server.close();
});
