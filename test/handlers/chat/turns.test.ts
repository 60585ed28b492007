/** How answers are stopped, kept and counted. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Assistant } from '../../../domain/chat/assistant.ts';
import { sweepInterrupted } from '../../../domain/chat/turns.ts';
import { sweepUsage } from '../../../domain/chat/usage.ts';
import { transaction } from '../../../domain/context.ts';
import { createAssistant } from '../../../runtime/assistant/create.ts';
import { createLog } from '../../../runtime/log.ts';
import { type AiProviderServer, startAiProvider } from '../../ai-provider.ts';
import { createApiToken, createPerson, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { ask, askStreamed, beginChat, history } from './chats.ts';

let server: TestServer;
let ai: AiProviderServer;
let person: Person;
/** What the AI has said that came here, in all answers of a test. */
let heard = '';

function listening(): Assistant {
  const assistant = createAssistant(createLog('silent'));
  const ask: Assistant['ask'] = (question) => {
    const onText = (delta: string) => {
      question.onText(delta);
      heard += delta;
    };
    return assistant.ask({ ...question, onText });
  };
  return { ...assistant, ask };
}

beforeAll(async () => {
  [server, ai] = await Promise.all([startServer({}, { assistant: listening() }), startAiProvider()]);
});
afterAll(() => Promise.all([server.stop(), ai.stop()]));
beforeEach(async () => {
  ai.reset();
  heard = '';
  server.clock.offsetMs = 0;
  await server.ok('PUT /api/config', { body: { ai: { ...ai.openAi, tokens_per_user_day: 500_000 } } });
  person = await createPerson(server.db);
});

const last = async (id: string) => (await history(server, person, id)).messages.at(-1);
const cancel = (id: string) =>
  server.call('POST /api/chat/sessions/:id/cancel', { token: person.token, params: { id } });
const budget = async () => (await server.ok('GET /api/chat/sessions', { token: person.token })).budget;

describe('stopping', () => {
  test('an answer is stopped at once, what came of it stays, and the next question is taken', async () => {
    const id = await beginChat(server, person);
    ai.script({ text: ['Begun', ' …'], after: 'stall' });
    const asked = ask(server, person, id, 'Endless?');
    await expect.poll(() => heard).toBe('Begun …');
    const began = performance.now();
    expect((await cancel(id)).body).toEqual({ cancelled: true });
    expect(performance.now() - began).toBeLessThan(10_000); // without it: two minutes
    expect(await asked).toMatchObject({ status: 200, body: { status: 'cancelled', content: 'Begun …', error: null } });
    await expect.poll(ai.abandoned).toBe(1);
    expect((await ask(server, person, id, 'Again?')).body).toMatchObject({ status: 'complete', content: 'ok' });
    expect(ai.faults).toEqual([]);
  });

  test('a stream that is stopped elsewhere ends with the answer as it is', async () => {
    const id = await beginChat(server, person);
    ai.script({ text: 'Begun', after: 'stall' });
    const events = await askStreamed(server, person, id, 'Endless?', undefined, (event) => {
      if (event.t === 'text') void cancel(id);
    });
    expect(events.at(-1)).toMatchObject({ t: 'done', message: { status: 'cancelled', content: 'Begun' } });
  });

  test('tools that were asked for when it is stopped are not used any more, and the conversation goes on', async () => {
    const id = await beginChat(server, person);
    ai.script(
      async () => {
        setTimeout(() => void cancel(id), 30);
        return { text: 'Looking', after: 'stall' };
      },
      { calls: [{ name: 'list_clients', input: {} }] },
      { text: 'Fine.' },
    );
    await ask(server, person, id, 'Look.');
    expect((await ask(server, person, id, 'Again.')).body.content).toBe('Fine.');
    expect(ai.faults).toEqual([]);
  });

  test('nothing to stop is no error', async () => {
    const id = await beginChat(server, person);
    expect(await cancel(id)).toMatchObject({ status: 200, body: { cancelled: false } });
  });

  test('a chat that is deleted while the AI answers is gone, and so is the answer', async () => {
    const id = await beginChat(server, person);
    ai.script({ text: 'Begun', after: 'stall' });
    const asked = ask(server, person, id, 'Endless?');
    await ai.asked(1);
    await server.ok('DELETE /api/chat/sessions/:id', { token: person.token, params: { id } });
    expect(await asked).toMatchObject({ status: 404, body: { code: 'chat_session_not_found' } });
    await expect.poll(ai.abandoned).toBe(1);
  });
});

const step = (state: string) => ({
  ...{ id: state, tool: 'list_devices', at: 0, state, arguments: '{}', outcome: '', count: null, proposals: [] },
});

describe('faults of ours', () => {
  test('an answer that a crash broke off is ended by the sweep, and one that is being written is not', async () => {
    const [crashed, alive] = [await beginChat(server, person), await beginChat(server, person)];
    const { promise: swept, resolve: goOn } = Promise.withResolvers<void>();
    ai.script(async () => {
      await swept;
      return { text: 'Slow.' };
    });
    const asked = ask(server, person, alive, 'Hello?');
    await ai.asked(1);
    // In one transaction, so that the server's own sweep, which comes every 15 s, does not see it first.
    await transaction(server.ctx, async (inside) => {
      const { sql } = inside;
      await sql`
        insert into chat_messages (session_id, role, content, status, steps)
        values (${crashed}, 'assistant', 'Half', 'running', ${sql.json([step('done'), step('running')])})`;
      expect(await sweepInterrupted(inside)).toBe(1);
    });
    goOn();
    expect(await last(crashed)).toMatchObject({
      ...{ content: 'Half', status: 'failed', error: { code: 'interrupted' } },
      steps: [{ state: 'done' }, { state: 'failed' }],
      finished_at: expect.any(String),
    });
    expect((await asked).body.status).toBe('complete');
    expect((await ask(server, person, crashed, 'And now?')).status).toBe(200);
  });

  test('a server that stops ends the answers that are being written', async () => {
    const other = await startServer({}, { assistant: listening() });
    try {
      await other.ok('PUT /api/config', { body: { ai: ai.openAi } });
      const { token } = await createPerson(other.db);
      const id = await beginChat(other, { token });
      ai.script({ text: 'Begun', after: 'stall' });
      const asked = ask(other, { token }, id, 'Endless?');
      await expect.poll(() => heard).toBe('Begun');
      await other.muster.stop();
      expect(await asked).toMatchObject({ status: 503, body: { code: 'interrupted' } });
      const rows = await other.db.sql`select content, status, error from chat_messages where role = 'assistant'`;
      expect(rows).toMatchObject([{ content: 'Begun', status: 'failed', error: { code: 'interrupted' } }]);
    } finally {
      await other.stop();
    }
  });

  test('a growing answer is kept every two seconds', async () => {
    const id = await beginChat(server, person);
    ai.script({ text: ['a', 'b', 'c', 'd'], chunkMs: 50, after: 'stall' });
    const asked = ask(server, person, id, 'Slowly?');
    await ai.asked(1);
    server.clock.offsetMs = 5000;
    await expect.poll(async () => (await last(id))?.content).toMatch(/^ab?c?d?$/);
    expect(await last(id)).toMatchObject({ status: 'running' });
    await cancel(id);
    expect((await asked).body.content).toMatch(/^a/);
  });
});

describe('the budget of a day', () => {
  test('what every step reads and writes is counted, also of an answer that failed', async () => {
    const id = await beginChat(server, person);
    ai.script(
      { calls: [{ name: 'list_clients', input: {} }], usage: { input: 1000, output: 100 } },
      { status: 401, error: 'no' },
    );
    expect((await ask(server, person, id, 'Hello?')).status).toBe(502);
    expect(await budget()).toMatchObject({ used: 1100, limit: 500_000 });
    expect(await last(id)).toMatchObject({ input_tokens: 1000, output_tokens: 100 });
  });

  test('429 token_budget_used until midnight UTC, for all their chats and tokens, and nothing is stored', async () => {
    const id = await beginChat(server, person);
    await server.ok('PUT /api/config', { body: { ai: { tokens_per_user_day: 1000 } } });
    ai.script({ usage: { input: 900, output: 100 } });
    await ask(server, person, id, 'Hello?');
    const bound = await createApiToken(server.db, { userId: person.id });
    for (const { token } of [person, bound]) {
      const refused = await ask(server, { token }, id, 'More?');
      expect(refused).toMatchObject({ status: 429, body: { code: 'token_budget_used' } });
      const { resets_at } = await budget();
      expect(resets_at).toMatch(/T00:00:00.000Z$/);
      const wait = Number(refused.headers.get('retry-after')) * 1000;
      expect(Math.abs(Date.now() + wait - Date.parse(resets_at))).toBeLessThan(5000);
    }
    expect((await history(server, person, id)).messages).toHaveLength(2);
    expect((await ask(server, await createPerson(server.db), id, 'x')).status).toBe(404);
    server.clock.offsetMs = 24 * 3600 * 1000;
    expect((await ask(server, person, id, 'Tomorrow?')).status).toBe(200);
  });

  test('it is judged before each step, and the step that goes beyond it is the last', async () => {
    const id = await beginChat(server, person);
    await server.ok('PUT /api/config', { body: { ai: { tokens_per_user_day: 1000 } } });
    ai.otherwise({ calls: [{ name: 'list_clients', input: {} }], usage: { input: 600, output: 10 } });
    const refused = await ask(server, person, id, 'Go on and on.');
    expect(refused).toMatchObject({ status: 429, body: { code: 'token_budget_used' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(ai.requests).toHaveLength(2);
    expect(await last(id)).toMatchObject({ status: 'failed', error: { code: 'token_budget_used' } });
    expect((await last(id))?.steps).toHaveLength(2);
  });

  test('answers at the same time go beyond it by one step each', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => beginChat(server, person)));
    await server.ok('PUT /api/config', { body: { ai: { tokens_per_user_day: 1000 } } });
    ai.otherwise(async () => {
      await ai.asked(4); // nobody's step is counted before all have begun theirs
      return { calls: [{ name: 'list_clients', input: {} }], usage: { input: 1000, output: 0 } };
    });
    await Promise.all(ids.map((id) => ask(server, person, id, 'Go on.')));
    expect(ai.requests).toHaveLength(4);
    expect((await budget()).used).toBe(4000);
  });

  test('an answer that is stopped is counted as far as it is known', async () => {
    const id = await beginChat(server, person);
    ai.script({ text: 'x'.repeat(400), after: 'stall' });
    const asked = ask(server, person, id, 'Endless?');
    await expect.poll(() => heard.length).toBe(400);
    await cancel(id);
    const { body } = await asked;
    expect(body.output_tokens).toBeGreaterThanOrEqual(100);
    expect((await budget()).used).toBe(body.input_tokens + body.output_tokens);
  });

  test('what was used more than a year ago is forgotten', async () => {
    await server.db.sql`
      insert into chat_usage (principal_id, day, input_tokens) values
        (${person.id}, current_date - 400, 1), (${person.id}, current_date - 300, 1)`;
    expect(await sweepUsage(server.ctx)).toBe(1);
  });
});

test('409 chat_busy for a sixth answer at the same time', async () => {
  const ids = await Promise.all([1, 2, 3, 4, 5, 6].map(() => beginChat(server, person)));
  const { promise: refused, resolve: goOn } = Promise.withResolvers<void>();
  ai.otherwise(async () => {
    await refused;
    return { text: 'Slow.' };
  });
  const question = async (id: string) => {
    const answer = await ask(server, person, id, 'Hello?');
    if (answer.status === 409) goOn();
    return answer;
  };
  const answers = await Promise.all(ids.map(question));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 409]);
});

test('429 for the twenty-first question within a minute', async () => {
  const id = await beginChat(server, person);
  const asked = [];
  for (let n = 0; n < 21; n++) asked.push((await ask(server, person, id, '')).status);
  // Questions that are refused for what they hold are not counted.
  expect(asked).toEqual(Array(21).fill(400));
  const statuses = [];
  for (let n = 0; n < 21; n++) statuses.push((await ask(server, person, id, 'Hello?')).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
});

test('what is long in coming arrives: as events kept alive, and as one answer', { timeout: 60_000 }, async () => {
  const [streamed, whole] = [await beginChat(server, person), await beginChat(server, person)];
  ai.otherwise({ text: ['Well ', '…'], chunkMs: 50, stallMs: 16_000 });
  const [events, answer] = await Promise.all([
    askStreamed(server, person, streamed, 'Slow?'),
    ask(server, person, whole, 'Slow?'),
  ]);
  expect(events.at(-1)).toMatchObject({ t: 'done', message: { content: 'Well …' } });
  expect(answer).toMatchObject({ status: 200, body: { content: 'Well …' } });
});
