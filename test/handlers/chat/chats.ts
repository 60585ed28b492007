/** How tests lead conversations. */
import { ChatEvent } from '../../../schema/chat.ts';
import type { Answer, TestServer } from '../../harness.ts';

interface Signed {
  token: string;
}

export async function beginChat(server: TestServer, { token }: Signed): Promise<string> {
  return (await server.ok('POST /api/chat/sessions', { token, body: {} })).id;
}

export const ask = (server: TestServer, { token }: Signed, id: string, content: string): Promise<Answer> =>
  server.call('POST /api/chat/sessions/:id/messages', { token, params: { id }, body: { content } });

export const history = (server: TestServer, { token }: Signed, id: string) =>
  server.ok('GET /api/chat/sessions/:id/messages', { token, params: { id } });

/** The frames of a streamed answer; each is told as it comes. Rejects when `signal` is aborted. */
export async function askStreamed(
  server: TestServer,
  { token }: Signed,
  id: string,
  content: string,
  signal?: AbortSignal,
  onEvent: (event: ChatEvent) => void = () => {},
): Promise<ChatEvent[]> {
  const response = await fetch(`${server.url}/api/chat/sessions/${id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ content }),
    signal,
  });
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body)
    throw new Error(`${response.status}: ${await response.text()}`);
  const events: ChatEvent[] = [];
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    rest += chunk;
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks.filter((one) => one.startsWith('data: '))) {
      const event = ChatEvent.parse(JSON.parse(block.slice('data: '.length)));
      events.push(event);
      onEvent(event);
    }
  }
  return events;
}
