/** Conversations and their messages, as lists. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AiProviderServer, startAiProvider } from '../../ai-provider.ts';
import { createPerson, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { ask, beginChat, history } from './chats.ts';

let server: TestServer;
let ai: AiProviderServer;
let person: Person;
beforeAll(async () => {
  [server, ai] = await Promise.all([startServer(), startAiProvider()]);
  await server.ok('PUT /api/config', { body: { ai: ai.openAi } });
});
afterAll(() => Promise.all([server.stop(), ai.stop()]));
beforeEach(async () => {
  person = await createPerson(server.db);
});

test('conversations are named, renamed, paged by the last use, and deleted', async () => {
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three'])
    ids.push((await server.ok('POST /api/chat/sessions', { token: person.token, body: { title } })).id);
  const [one = '', two = '', three = ''] = ids;
  const { token } = person;
  await server.ok('PATCH /api/chat/sessions/:id', { token, params: { id: two }, body: { title: ' Zwei ' } });
  await ask(server, person, one, 'A question?');
  const first = await server.ok('GET /api/chat/sessions', { token, query: { limit: 2 } });
  expect(first.sessions.map(({ id, title }) => [id, title])).toEqual([
    [one, 'One'],
    [three, 'Three'],
  ]);
  const rest = await server.ok('GET /api/chat/sessions', {
    ...{ token, query: { limit: 2, cursor: first.next_cursor ?? '' } },
  });
  expect(rest).toMatchObject({ sessions: [{ id: two, title: 'Zwei' }] });
  expect(rest.next_cursor).toBeUndefined();
  await server.ok('DELETE /api/chat/sessions/:id', { token, params: { id: one } });
  expect((await server.call('GET /api/chat/sessions/:id/messages', { token, params: { id: one } })).status).toBe(404);
});

test('messages come whole, or in pages', async () => {
  const id = await beginChat(server, person);
  for (const question of ['One?', 'Two?']) await ask(server, person, id, question);
  const { token } = person;
  const contents: string[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const query: Record<string, string | number> = { limit: 1, ...(cursor && { cursor }) };
    const page = await server.ok('GET /api/chat/sessions/:id/messages', { token, params: { id }, query });
    contents.push(...page.messages.map(({ content }) => content));
    cursor = page.next_cursor;
  }
  expect(contents).toEqual(['One?', 'ok', 'Two?', 'ok']);
  expect((await history(server, person, id)).messages.map(({ content }) => content)).toEqual(contents);
});

test('409 too_many_chats at a thousand', async () => {
  await server.db.sql`
    insert into chat_sessions (user_id, created_by, title)
    select ${person.id}, 'x', 'x' from generate_series(1, 1000)`;
  expect(await server.call('POST /api/chat/sessions', { token: person.token, body: {} })).toMatchObject({
    ...{ status: 409, body: { code: 'too_many_chats' } },
  });
});
