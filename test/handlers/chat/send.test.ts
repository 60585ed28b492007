import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storedMessages } from '../../../domain/chat/messages.ts';
import type { ChatEvent, ChatMessage } from '../../../schema/chat.ts';
import { type AiProviderServer, startAiProvider } from '../../ai-provider.ts';
import { createDevice, createPerson, createPlace, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { ask, askStreamed, beginChat, history } from './chats.ts';

let server: TestServer;
let ai: AiProviderServer;
let person: Person;
beforeAll(async () => {
  [server, ai] = await Promise.all([startServer(), startAiProvider()]);
});
afterAll(() => Promise.all([server.stop(), ai.stop()]));
beforeEach(async () => {
  ai.reset();
  await server.db.sql`delete from chat_usage`;
  await server.ok('PUT /api/config', { body: { ai: { ...ai.openAi, tokens_per_user_day: 500_000 } } });
  person = await createPerson(server.db);
});
afterEach(() => expect(ai.faults).toEqual([]));

describe.each(['openAi', 'anthropic'] as const)('with %s', (format) => {
  beforeEach(async () => {
    await server.ok('PUT /api/config', { body: { ai: ai[format] } });
  });

  test('a question is answered with the tools of who asks, and the conversation keeps both', async () => {
    const device = await createDevice(server.db, { hostname: `laptop-${format}` });
    const id = await beginChat(server, person);
    ai.script(
      { text: 'Let me look.', calls: [{ name: 'list_devices', input: { q: device.hostname } }] },
      { text: ['It is ', device.hostname, '.'], usage: { input: 300, output: 30 } },
    );
    const answer = await server.ok('POST /api/chat/sessions/:id/messages', {
      ...{ params: { id }, token: person.token },
      body: { content: 'Which laptop is it?' },
    });
    expect(answer).toMatchObject({
      ...{ role: 'assistant', status: 'complete', content: `Let me look.\n\nIt is ${device.hostname}.` },
      ...{ input_tokens: 400, output_tokens: 50, model: 'test-model', created_job_ids: [], error: null },
      steps: [{ tool: 'list_devices', state: 'done', at: 'Let me look.'.length, count: 1 }],
    });
    const { messages } = await history(server, person, id);
    expect(messages).toMatchObject([{ role: 'user', content: 'Which laptop is it?', status: 'complete' }, answer]);
    expect(JSON.stringify(ai.requests[1]?.body.messages)).toContain(device.id);
    const { sessions } = await server.ok('GET /api/chat/sessions', { token: person.token });
    expect(sessions).toMatchObject([{ id, title: 'Which laptop is it?', running: false, created_by: person.username }]);
  });

  test('the next question knows what was said before, tools and all', async () => {
    const id = await beginChat(server, person);
    ai.script({ calls: [{ name: 'list_clients', input: {} }] }, { text: 'None.' }, { text: 'Still none.' });
    await ask(server, person, id, 'Which clients?');
    await ask(server, person, id, 'And now?');
    const sent = JSON.stringify(ai.requests[2]?.body.messages);
    for (const part of ['Which clients?', 'list_clients', 'None.', 'And now?']) expect(sent).toContain(part);
  });

  test('several tools at once, one of them with arguments that are no JSON, and one that is none', async () => {
    const id = await beginChat(server, person);
    ai.script(
      {
        calls: [
          { name: 'list_clients', input: {} },
          { name: 'list_sites', input: '{"client_id": oops' },
          { name: 'list_devices', input: { colour: 'red' } },
          { name: 'no_such_tool', input: {} },
        ],
      },
      { text: 'Done.' },
    );
    const { body } = await ask(server, person, id, 'Look around.');
    expect(body).toMatchObject({ status: 'complete', content: 'Done.' });
    expect(body.steps.map(({ tool, state }: ChatMessage['steps'][number]) => [tool, state])).toEqual([
      ['list_clients', 'done'],
      ['list_sites', 'failed'],
      ['list_devices', 'failed'],
      ['no_such_tool', 'failed'],
    ]);
    expect(body.steps[2].outcome).toContain('colour');
  });

  test('what is streamed: the question, text, steps, and the answer as it is stored', async () => {
    const id = await beginChat(server, person);
    ai.script({ text: ['One ', 'moment.'], calls: [{ name: 'list_clients', input: {} }] }, { text: 'Done.' });
    const events = await askStreamed(server, person, id, 'Look.');
    expect(events.map(({ t }) => t)).toEqual(['started', 'text', 'text', 'step', 'step', 'text', 'done']);
    const text = events.map((event) => (event.t === 'text' ? event.delta : '')).join('');
    const last = events.at(-1);
    if (last?.t !== 'done') throw new Error('no end');
    expect(last.message).toMatchObject({ status: 'complete', content: text });
    expect(text).toBe('One moment.\n\nDone.');
    expect((await history(server, person, id)).messages.at(-1)).toEqual(last.message);
  });

  test('a job that the AI proposes waits for approval, and is named in the answer', async () => {
    const device = await createDevice(server.db);
    const id = await beginChat(server, person);
    const job = { agent_id: device.id, shell: 'sh', script: 'uptime', description: 'How long it runs' };
    ai.script({ calls: [{ name: 'propose_job', input: job }] }, { text: 'It waits for approval.' });
    const { body } = await ask(server, person, id, 'How long does it run?');
    const [jobId] = body.created_job_ids;
    expect(body.steps[0].proposals).toEqual([{ kind: 'job', id: jobId }]);
    expect(await server.ok('GET /api/jobs/:id', { params: { id: jobId } })).toMatchObject({
      ...{ status: 'awaiting_approval', source: 'chat' },
      proposed_by: { kind: 'user', name: person.username },
    });
  });
});

test('jobs for many devices, moves and deletions that the AI proposes are named in the answer', async () => {
  const place = await createPlace(server.db);
  const [one, other] = [await createDevice(server.db, place), await createDevice(server.db, place)];
  const elsewhere = await createPlace(server.db);
  const agent_ids = [one.id, other.id];
  const id = await beginChat(server, person);
  ai.script(
    { calls: [{ name: 'propose_bulk_job', input: { agent_ids, shell: 'sh', script: 'true', description: '' } }] },
    { calls: [{ name: 'propose_move_devices', input: { agent_ids, site_id: elsewhere.site_id } }] },
    { calls: [{ name: 'propose_delete_devices', input: { agent_ids } }] },
    { text: 'All three wait.' },
  );
  const { body } = await ask(server, person, id, 'Run, move, delete.');
  expect(body.created_job_ids).toHaveLength(2);
  expect(body.created_operation_ids).toHaveLength(2);
  expect(body.steps.flatMap(({ proposals }: ChatMessage['steps'][number]) => proposals)).toMatchObject([
    { kind: 'batch', count: 2 },
    { kind: 'device_operation', id: body.created_operation_ids[0] },
    { kind: 'device_operation', id: body.created_operation_ids[1] },
  ]);
  // Whoever approves a batch sees that an AI wrote its script, as with a single job.
  for (const job of body.created_job_ids)
    expect(await server.ok('GET /api/jobs/:id', { params: { id: job } })).toMatchObject({ source: 'chat' });
});

test('a deletion that is proposed twice is one proposal, and named once', async () => {
  const { id: device } = await createDevice(server.db);
  const id = await beginChat(server, person);
  const propose = { name: 'propose_delete_devices', input: { agent_ids: [device] } };
  ai.script({ calls: [propose, propose] }, { text: 'It waits.' });
  expect((await ask(server, person, id, 'Delete it.')).body.created_operation_ids).toHaveLength(1);
});

test('the history of an answer that failed can be led on', async () => {
  const id = await beginChat(server, person);
  ai.script({ text: 'Half an', after: 'cut' }, { text: 'Whole.' }, { text: 'More.' });
  expect((await ask(server, person, id, 'First?')).status).toBe(502);
  expect((await ask(server, person, id, 'Second?')).body.content).toBe('Whole.');
  await server.ok('PUT /api/config', { body: { ai: ai.anthropic } });
  expect((await ask(server, person, id, 'Third?')).body.content).toBe('More.');
  const { messages } = await history(server, person, id);
  expect(messages.map(({ content, status }) => [content, status])).toEqual([
    ['First?', 'complete'],
    ['Half an', 'failed'],
    ['Second?', 'complete'],
    ['Whole.', 'complete'],
    ['Third?', 'complete'],
    ['More.', 'complete'],
  ]);
});

test('when the browser goes away the answer is written to its end', async () => {
  const id = await beginChat(server, person);
  ai.script({ text: ['a', 'b', 'c', 'd'], chunkMs: 100 });
  const gone = new AbortController();
  await askStreamed(server, person, id, 'Slowly?', gone.signal, (event: ChatEvent) => {
    if (event.t === 'text') gone.abort();
  }).catch(() => undefined);
  await expect.poll(async () => (await history(server, person, id)).messages.at(-1)?.status).toBe('complete');
  expect((await history(server, person, id)).messages.at(-1)?.content).toBe('abcd');
});

test('one answer at a time in a chat', async () => {
  const id = await beginChat(server, person);
  const { promise: refused, resolve: begin } = Promise.withResolvers<void>();
  ai.otherwise(async () => {
    await refused;
    return { text: 'Slow.' };
  });
  let busy = 0;
  const question = async (n: number) => {
    const answer = await ask(server, person, id, `Question ${n}`);
    if (answer.status === 409 && ++busy === 2) begin();
    return answer;
  };
  const answers = await Promise.all([1, 2, 3].map(question));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(answers.filter(({ status }) => status === 409)[0]?.body.code).toBe('chat_busy');
  expect((await history(server, person, id)).messages).toHaveLength(2);
});

test('409 ai_not_configured without an AI, and nothing is stored', async () => {
  await server.ok('PUT /api/config', { body: { ai: { provider: null } } });
  const id = await beginChat(server, person);
  expect(await ask(server, person, id, 'Hello?')).toMatchObject({ status: 409, body: { code: 'ai_not_configured' } });
  expect((await history(server, person, id)).messages).toEqual([]);
});

test('409 ai_key_unreadable after RMM_SECRET_KEY was replaced', async () => {
  await server.db.sql`update ai_settings set api_key = 'v1.gone.AAAA.AAAA'`;
  const id = await beginChat(server, person);
  expect(await ask(server, person, id, 'Hello?')).toMatchObject({ status: 409, body: { code: 'ai_key_unreadable' } });
  await server.ok('PUT /api/config', { body: { ai: { api_key: null } } });
});

test.each(['', '   ', 'x'.repeat(20_001), 'a\0b'])('400 for the question %o', async (content) => {
  const id = await beginChat(server, person);
  expect((await ask(server, person, id, content)).status).toBe(400);
});

test('of a conversation as long as a book the latest is read, from a question on', async () => {
  const id = await beginChat(server, person);
  for (const n of [1, 2, 3, 4]) {
    ai.script({ text: `Answer ${n}${'.'.repeat(1000)}` });
    await ask(server, person, id, `Question ${n}?`);
  }
  const read = async (most?: number) =>
    (await storedMessages(server.ctx, id, most)).map(({ content }) => content.replaceAll('.', ''));
  expect(await read()).toHaveLength(8);
  expect(await read(8000)).toEqual(['Question 3?', 'Answer 3', 'Question 4?', 'Answer 4']);
});

test('409 chat_full at 500 messages', async () => {
  const id = await beginChat(server, person);
  await server.db.sql`
    insert into chat_messages (session_id, role, content, status)
    select ${id}, 'user', 'x', 'complete' from generate_series(1, 499)`;
  expect(await ask(server, person, id, 'Hello?')).toMatchObject({ status: 409, body: { code: 'chat_full' } });
});
