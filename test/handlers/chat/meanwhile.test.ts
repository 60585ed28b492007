/** What comes in between a question and its answer, and numbers that an answer can't have cost. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancel as stopAnswer } from '../../../domain/chat/turns.ts';
import { type AiProviderServer, startAiProvider } from '../../ai-provider.ts';
import { createPerson, type Person } from '../../factories.ts';
import { ADMIN_TOKEN, startServer, type TestServer } from '../../harness.ts';
import { ask, beginChat } from './chats.ts';

let server: TestServer;
let ai: AiProviderServer;
let person: Person;
beforeAll(async () => {
  [server, ai] = await Promise.all([startServer(), startAiProvider()]);
  await server.ok('PUT /api/config', { body: { ai: ai.openAi } });
});
afterAll(() => Promise.all([server.stop(), ai.stop()]));
beforeEach(async () => {
  ai.reset();
  person = await createPerson(server.db);
});

test('404 for a question whose chat is deleted while it comes in', async () => {
  const id = await beginChat(server, person);
  const { promise: asked, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof ask>>>();
  await server.db.sql.begin(async (tx) => {
    await tx`delete from chat_sessions where id = ${id}`;
    resolve(ask(server, person, id, 'Too late?'));
    const waits = async () =>
      (
        await server.db.sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%update chat_sessions%'`
      ).count;
    await expect.poll(waits).toBe(1);
  });
  expect(await asked).toMatchObject({ status: 404, body: { code: 'chat_session_not_found' } });
  expect(ai.requests).toHaveLength(0);
});

test('stopping what is not there leaves alone the answer that begins meanwhile', async () => {
  const bootstrap = { token: ADMIN_TOKEN };
  const id = await beginChat(server, bootstrap);
  const [begun, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sql = new Proxy(server.ctx.sql, {
    apply: (target, self, args) => {
      if (!/^\s*update chat_messages/.test(String(args[0]))) return Reflect.apply(target, self, args);
      looked.resolve();
      return begun.promise.then(() => Reflect.apply(target, self, args));
    },
  });
  const stopped = stopAnswer({ ...server.ctx, sql }, id);
  await Promise.race([stopped, looked.promise]);
  ai.script({ text: 'Fine.', stallMs: 100 });
  const asked = ask(server, bootstrap, id, 'Hello?');
  await ai.asked(1);
  begun.resolve();
  expect(await stopped).toEqual({ cancelled: false });
  expect((await asked).body).toMatchObject({ status: 'complete', content: 'Fine.' });
});

test('a question that is stopped before the first word has been read, and counts', async () => {
  const id = await beginChat(server, person);
  ai.script({ text: [], after: 'stall' });
  const asked = ask(server, person, id, 'Think for long.');
  await ai.asked(1);
  await server.ok('POST /api/chat/sessions/:id/cancel', { token: person.token, params: { id } });
  const { body } = await asked;
  expect(body).toMatchObject({ status: 'cancelled', content: '' });
  // The tools alone, which go with every question, are thousands.
  expect(body.input_tokens).toBeGreaterThan(3000);
  const { budget } = await server.ok('GET /api/chat/sessions', { token: person.token });
  expect(budget.used).toBe(body.input_tokens);
});

test.each([
  { input: -1_000_000, output: -5 },
  { input: 3_000_000_000, output: 9e18 },
  { input: 1.5, output: 2.5 },
  { input: 0, output: 0 },
])('a usage that can not be, %o, is not believed', async (usage) => {
  const id = await beginChat(server, person);
  ai.script({ text: 'x'.repeat(400), usage });
  expect((await ask(server, person, id, 'Hello?')).body.status).toBe('complete');
  const { used } = (await server.ok('GET /api/chat/sessions', { token: person.token })).budget;
  expect(used).toBeGreaterThan(100);
  expect(used).toBeLessThan(10_000);
});
