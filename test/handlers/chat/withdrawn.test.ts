/** What is taken away or set back while an AI answers. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AiProviderServer, startAiProvider } from '../../ai-provider.ts';
import { createPerson, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { ask, askStreamed, beginChat, history } from './chats.ts';

let server: TestServer;
let ai: AiProviderServer;
let elsewhere: AiProviderServer;
let person: Person;
beforeAll(async () => {
  [server, ai, elsewhere] = await Promise.all([startServer(), startAiProvider(), startAiProvider()]);
});
afterAll(() => Promise.all([server.stop(), ai.stop(), elsewhere.stop()]));
beforeEach(async () => {
  ai.reset();
  elsewhere.reset();
  server.clock.offsetMs = 0;
  await server.ok('PUT /api/config', { body: { ai: ai.openAi } });
  person = await createPerson(server.db);
});

const configure = (settings: object) => server.ok('PUT /api/config', { body: { ai: settings } });
const look = { calls: [{ name: 'list_clients', input: {} }] };

describe('between two steps', () => {
  test('nothing more goes to an AI that has been switched off', async () => {
    const id = await beginChat(server, person);
    ai.script(async () => {
      await configure({ provider: null });
      return look;
    });
    const failed = { status: 409, body: { code: 'ai_not_configured' } };
    expect(await ask(server, person, id, 'Look.')).toMatchObject(failed);
    expect(ai.requests).toHaveLength(1);
    expect((await history(server, person, id)).messages.at(-1)).toMatchObject({
      ...{ status: 'failed', error: { code: 'ai_not_configured' }, steps: [{ state: 'done' }] },
    });
  });

  test('an AI at another address is asked from then on, with its own key', async () => {
    const id = await beginChat(server, person);
    ai.script(async () => {
      await configure(elsewhere.anthropic);
      return look;
    });
    elsewhere.script({ text: 'I am another.' });
    expect((await ask(server, person, id, 'Look.')).body.content).toBe('I am another.');
    expect([ai.requests.length, elsewhere.requests.length]).toEqual([1, 1]);
    expect(elsewhere.faults).toEqual([]);
  });
});

describe('within one step', () => {
  const slow = { text: Array.from({ length: 200 }, (_, n) => `w${n} `), chunkMs: 20 };

  test.each([
    [
      'who asked is signed out',
      'access_withdrawn',
      () => server.db.sql`delete from sessions where user_id = ${person.id}`,
    ],
    [
      'who asked is disabled',
      'access_withdrawn',
      () => server.call('POST /api/users/:id/disable', { params: { id: person.id } }),
    ],
    ['the AI is switched off', 'ai_not_configured', () => configure({ provider: null })],
  ])('an answer ends within seconds when %s', async (_, code, take) => {
    const id = await beginChat(server, person);
    ai.script(slow);
    let words = 0;
    const events = await askStreamed(server, person, id, 'Slowly?', undefined, ({ t }) => {
      if (t !== 'text' || ++words !== 5) return;
      // The answer is kept, and judged, every two seconds.
      void Promise.resolve(take()).then(() => {
        server.clock.offsetMs = 5000;
      });
    });
    expect(events.at(-1)).toMatchObject({ t: 'failed', code, answer: { status: 'failed', error: { code } } });
    expect(words).toBeLessThan(150);
    await expect.poll(ai.abandoned).toBe(1);
  });
});

test('questions and answers stay in their order when the clock is set back a day', async () => {
  const id = await beginChat(server, person);
  ai.script({ text: 'First.' }, { text: 'Second.' }, { text: 'Third.' });
  await ask(server, person, id, 'One?');
  server.clock.offsetMs = -24 * 3600 * 1000;
  const again = await server.db.sql<{ id: string }[]>`select id from sessions where user_id = ${person.id}`;
  expect(again).toHaveLength(1);
  await ask(server, person, id, 'Two?');
  await ask(server, person, id, 'Three?');
  expect(ai.faults).toEqual([]);
  const { messages } = await history(server, person, id);
  expect(messages.map(({ content }) => content)).toEqual(['One?', 'First.', 'Two?', 'Second.', 'Three?', 'Third.']);
  const asked = ai.requests.at(-1)?.body.messages.slice(1);
  expect(asked.map(({ content }: { content: string }) => content)).toEqual([
    ...['One?', 'First.', 'Two?', 'Second.', 'Three?'],
  ]);
});
