import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sweepInterrupted } from '../../../domain/chat/turns.ts';
import { type AiProviderServer, startAiProvider } from '../../ai-provider.ts';
import { createApiToken, createPerson } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { closeLives, type Live, openLive, ticketOf } from '../../realtime/live.ts';
import { ask, beginChat } from './chats.ts';

let server: TestServer;
let ai: AiProviderServer;
beforeAll(async () => {
  [server, ai] = await Promise.all([startServer(), startAiProvider()]);
  await server.ok('PUT /api/config', { body: { ai: ai.openAi } });
});
afterEach(closeLives);
afterAll(() => Promise.all([server.stop(), ai.stop()]));

const open = async (token: string) => openLive(server.url, await ticketOf(server, token));
const hinted = (live: Live, id: string) =>
  live.next((frame) => frame.t === 'hint' && frame.noun === 'chat_sessions' && frame.ids?.includes(id) === true);

test('consoles of others learn nothing of a conversation, not even that there is one', async () => {
  const [owner, admin] = await Promise.all([createPerson(server.db), createPerson(server.db)]);
  const [unbound, another] = await Promise.all([createApiToken(server.db), createApiToken(server.db)]);
  const [first, second, stranger, own, foreign] = await Promise.all(
    [owner, owner, admin, unbound, another].map(({ token }) => open(token)),
  );
  if (!first || !second || !stranger || !own || !foreign) throw new Error('a socket is missing');
  for (const [{ token }, lives] of [
    [owner, [first, second]],
    [unbound, [own]],
  ] as const) {
    const id = await beginChat(server, { token });
    await Promise.all(lives.map((live) => hinted(live, id)));
    for (const live of lives) live.frames.length = 0;
    await ask(server, { token }, id, 'Hello?');
    await Promise.all(lives.map((live) => hinted(live, id)));
    for (const live of lives) live.frames.length = 0;
    await server.db.sql`insert into chat_messages (session_id, role, status) values (${id}, 'assistant', 'running')`;
    await sweepInterrupted(server.ctx);
    await Promise.all(lives.map((live) => hinted(live, id)));
  }
  // What everybody may know comes behind it.
  const { id } = await server.ok('POST /api/clients', { body: { name: 'Of all' } });
  for (const live of [stranger, foreign]) {
    await live.next((frame) => frame.t === 'hint' && frame.noun === 'clients' && frame.ids?.includes(id) === true);
    expect(JSON.stringify(live.frames)).not.toContain('chat_sessions');
  }
});
