/** What providers do wrong, in both wire formats. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAssistant } from '../../../runtime/assistant/create.ts';
import { createLog } from '../../../runtime/log.ts';
import { AI_KEY, type AiProviderServer, startAiProvider } from '../../ai-provider.ts';
import { createPerson, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { ask, askStreamed, beginChat, history } from './chats.ts';

let server: TestServer;
let ai: AiProviderServer;
let person: Person;
/** Looked at anew for each question. */
const times = { quietMs: 20_000, totalMs: 25_000, againMs: 20 };
beforeAll(async () => {
  ai = await startAiProvider();
  server = await startServer({}, { assistant: createAssistant(createLog('silent'), times) });
});
afterAll(() => Promise.all([server.stop(), ai.stop()]));
beforeEach(async () => {
  ai.reset();
  times.quietMs = 20_000;
  person = await createPerson(server.db);
});
afterEach(() => expect(ai.faults).toEqual([]));

const html = { 'Content-Type': 'text/html' };
const stream = { 'Content-Type': 'text/event-stream' };
const packed = { ...stream, 'Content-Encoding': 'gzip' };
const inStream = (message: string) => `data: ${JSON.stringify({ type: 'error', error: { type: 'x', message } })}\n\n`;

const last = async (id: string) => (await history(server, person, id)).messages.at(-1);

describe.each(['openAi', 'anthropic'] as const)('%s', (format) => {
  beforeEach(async () => {
    await server.ok('PUT /api/config', { body: { ai: ai[format] } });
  });

  test.each([
    [{ status: 401, error: `Incorrect API key provided: ${AI_KEY}` }, 502, 'provider_key_refused', /key/],
    [{ status: 403, error: 'no' }, 502, 'provider_key_refused', /key/],
    [{ status: 404, error: 'The model x does not exist.' }, 502, 'provider_model_unknown', /x does not exist/],
    [{ status: 429, error: 'Slow down.', headers: { 'retry-after': '7' } }, 503, 'provider_rate_limited', /Slow down/],
    [{ status: 500, error: 'Oops.' }, 502, 'provider_failed', /500/],
    [{ status: 529, error: 'Overloaded' }, 503, 'provider_overloaded', /Overloaded/],
    [{ status: 400, error: 'prompt is too long: 210000 tokens > 200000' }, 409, 'provider_context_too_long', /long/],
    [{ status: 400, error: `no tools here, said ${AI_KEY}` }, 502, 'provider_refused', /no tools here/],
    [{ status: 400, body: '<html>not JSON</html>' }, 502, 'provider_refused', /400/],
    [
      { status: 200, body: '<html>Sign in to the hotel</html>', headers: html },
      502,
      'provider_failed',
      /can not be read/,
    ],
    [{ status: 200, body: '{"choices":[{"message":{"content":"whole"}}]}' }, 502, 'provider_failed', /can not be read/],
    [
      { status: 200, body: inStream(`no, ${AI_KEY}`), headers: stream },
      502,
      'provider_failed',
      /can not be read|no, …/,
    ],
    [{ status: 200, body: '\x1f\x8b\b', headers: packed }, 502, 'provider_failed', /can not be read/],
    [{ status: 200, body: '' }, 502, 'provider_failed', /can not be read/],
    [{ text: 'Half', after: 'cut' as const }, 502, 'provider_failed', /broke off/],
    [{ text: 'Half', after: 'garbage' as const }, 502, 'provider_failed', /broke off/],
    [{ text: 'Half', after: 'stall' as const }, 504, 'provider_timeout', /too long/],
    [{ stallMs: 5000 }, 504, 'provider_timeout', /too long/],
    [{ text: 'Half', tooLong: true as const }, 409, 'answer_too_long', /cut/],
    [{ text: [] }, 502, 'provider_failed', /nothing/],
    [{ text: ' \n' }, 502, 'provider_failed', /nothing/],
  ])('%o', async (answer, status, code, words) => {
    ai.otherwise(answer);
    if (code === 'provider_timeout') times.quietMs = 'text' in answer ? 2000 : 400;
    const id = await beginChat(server, person);
    const { body, ...refused } = await ask(server, person, id, 'Hello?');
    expect({ status: refused.status, code: body.code }).toEqual({ status, code });
    expect(body.error).toMatch(words);
    expect(body.error).not.toContain(AI_KEY);
    if (status === 503) expect(refused.headers.get('retry-after')).toBe('headers' in answer ? '7' : '30');
    expect(await last(id)).toMatchObject({
      status: 'failed',
      error: { code, message: body.error },
      content: 'text' in answer ? [answer.text].flat().join('') : '',
    });
  });

  test('a provider that fails once is asked again, and never when it has begun to speak', async () => {
    const id = await beginChat(server, person);
    ai.script({ status: 500 }, { text: 'Yes.' });
    expect((await ask(server, person, id, 'Hello?')).body.content).toBe('Yes.');
    ai.script({ text: 'Half', after: 'cut' });
    await ask(server, person, id, 'Hello?');
    expect(ai.requests).toHaveLength(3);
  });

  test('what a model says of nothing is not sent back', async () => {
    const id = await beginChat(server, person);
    ai.script({ text: '\n\n', calls: [{ name: 'list_clients', input: {} }] }, { text: 'None.' }, { text: [] }, {});
    expect((await ask(server, person, id, 'Clients?')).body.content.trim()).toBe('None.');
    expect((await ask(server, person, id, 'And?')).status).toBe(502);
    expect((await ask(server, person, id, 'And now?')).status).toBe(200);
  });

  test('a failure is streamed as the last frame, and stored', async () => {
    const id = await beginChat(server, person);
    ai.script({ text: 'Half', after: 'cut' });
    const events = await askStreamed(server, person, id, 'Hello?');
    expect(events.map(({ t }) => t)).toEqual(['started', 'text', 'failed']);
    expect(events.at(-1)).toMatchObject({ code: 'provider_failed', answer: await last(id) });
  });

  test('an AI that goes on asking for tools is stopped after twelve steps, and what it did is kept', async () => {
    ai.otherwise({ calls: [{ name: 'list_clients', input: {} }] });
    const id = await beginChat(server, person);
    expect(await ask(server, person, id, 'Loop!')).toMatchObject({ status: 409, body: { code: 'too_many_steps' } });
    expect(ai.requests).toHaveLength(12);
    expect((await last(id))?.steps).toHaveLength(12);
  });

  test('of tools that are asked for all at once, twenty are used', async () => {
    const id = await beginChat(server, person);
    ai.script({ calls: Array.from({ length: 30 }, () => ({ name: 'list_clients', input: {} })) }, { text: 'Done.' });
    const { body } = await ask(server, person, id, 'All!');
    expect(body.steps.filter(({ state }: { state: string }) => state === 'done')).toHaveLength(20);
    expect(body.content).toBe('Done.');
  });

  test('an answer without end is broken off', async () => {
    ai.otherwise({ text: Array.from({ length: 300 }, () => 'x'.repeat(1000)) });
    const id = await beginChat(server, person);
    expect(await ask(server, person, id, 'More!')).toMatchObject({ status: 409, body: { code: 'answer_too_long' } });
    const { content = '' } = (await last(id)) ?? {};
    expect(content.length).toBeGreaterThan(99_000);
    expect(content.length).toBeLessThan(120_000);
  });

  test('text that PostgreSQL does not keep is kept without it', async () => {
    const id = await beginChat(server, person);
    ai.script({ text: 'a\0b', calls: [{ name: 'no\0tool', input: { q: 'x\0y' } }] }, { text: 'c' });
    expect((await ask(server, person, id, 'Odd?')).body).toMatchObject({
      status: 'complete',
      content: 'a\uFFFDb\n\nc',
    });
    const halves = '{"q":"\\ud800 \\u0000","\\u0000":1,"kept":"\\\\u0000"}';
    ai.script({ calls: [{ name: 'list_devices', input: halves }] }, { text: 'd' });
    expect((await ask(server, person, id, 'Odder?')).body).toMatchObject({ status: 'complete', content: 'd' });
    expect((await last(id))?.steps[0]?.arguments).toContain('\\\\u0000');
  });

  test('input of a tool that is nested ten thousand times is refused, and the conversation goes on', async () => {
    const id = await beginChat(server, person);
    const deep = `{"q":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    ai.script({ calls: [{ name: 'list_devices', input: deep }] }, { text: 'Sorry.' }, { text: 'Again.' });
    expect((await ask(server, person, id, 'Deep?')).body).toMatchObject({ status: 'complete', content: 'Sorry.' });
    expect((await ask(server, person, id, 'And now?')).body).toMatchObject({ status: 'complete', content: 'Again.' });
  });

  test('input of a tool that is longer than any script ends the answer', async () => {
    const id = await beginChat(server, person);
    ai.script({ calls: [{ name: 'list_devices', input: { q: 'x'.repeat(700_000) } }] });
    expect(await ask(server, person, id, 'Long?')).toMatchObject({ status: 409, body: { code: 'answer_too_long' } });
  });
});

test('an AI that goes on writing scripts is stopped before they fill the memory', async () => {
  await server.ok('PUT /api/config', { body: { ai: ai.openAi } });
  const id = await beginChat(server, person);
  ai.otherwise({ calls: [{ name: 'list_devices', input: { q: 'x'.repeat(500_000) } }] });
  expect(await ask(server, person, id, 'More!')).toMatchObject({ status: 409, body: { code: 'answer_too_long' } });
  expect(ai.requests).toHaveLength(3);
});

test('a redirect is not followed, so that the key goes nowhere else', async () => {
  const heard: string[] = [];
  const collector = createServer((request, response) => {
    heard.push(request.headers.authorization ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  await server.ok('PUT /api/config', { body: { ai: ai.openAi } });
  for (const status of [301, 302, 307, 308])
    ai.script({ status, headers: { location: `http://127.0.0.1:${port}/v1/chat/completions` } });
  const id = await beginChat(server, person);
  for (let n = 0; n < 4; n++)
    expect(await ask(server, person, id, 'Hello?')).toMatchObject({ status: 502, body: { code: 'provider_refused' } });
  collector.close();
  expect(heard).toEqual([]);
});

test('a provider that is not there', async () => {
  const dead = await startAiProvider();
  await dead.stop();
  await server.ok('PUT /api/config', { body: { ai: dead.openAi } });
  const id = await beginChat(server, person);
  expect(await ask(server, person, id, 'Hello?')).toMatchObject({
    status: 502,
    body: { code: 'provider_unreachable', error: expect.stringContaining('nothing listens') },
  });
});

test('a local model without a key', async () => {
  let authorization: string | undefined = 'unset';
  ai.script((request) => {
    authorization = request.headers.authorization;
    return {};
  });
  await server.ok('PUT /api/config', { body: { ai: { ...ai.openAi, api_key: null } } });
  const id = await beginChat(server, person);
  // The scripted provider wants a key: what counts is that none is made up.
  expect((await ask(server, person, id, 'Hello?')).body.code).toBe('provider_key_refused');
  expect(ai.requests[0]?.headers.authorization).toBeUndefined();
  expect(authorization).toBe('unset');
});

describe('POST /api/config/ai/test', () => {
  test.each(['openAi', 'anthropic'] as const)('asks %s something small', async (format) => {
    await server.ok('PUT /api/config', { body: { ai: ai[format] } });
    expect(await server.ok('POST /api/config/ai/test')).toEqual({
      ...{ ok: true, model: 'test-model' },
      latency_ms: expect.any(Number),
    });
    expect(ai.requests[0]?.body.tools ?? []).toEqual([]);
  });

  test('tells why it does not answer', async () => {
    await server.ok('PUT /api/config', { body: { ai: { ...ai.openAi, api_key: 'another' } } });
    expect(await server.call('POST /api/config/ai/test')).toMatchObject({
      ...{ status: 502, body: { code: 'provider_key_refused' } },
    });
    await server.ok('PUT /api/config', { body: { ai: { ...ai.openAi, model: 'unheard-of' } } });
    expect((await server.call('POST /api/config/ai/test')).body.code).toBe('provider_model_unknown');
    await server.ok('PUT /api/config', { body: { ai: { provider: null } } });
    expect((await server.call('POST /api/config/ai/test')).body.code).toBe('ai_not_configured');
  });
});
