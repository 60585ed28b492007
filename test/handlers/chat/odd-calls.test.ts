/** What models call tools like: names, ids and inputs that their own services refuse when they come back. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AiCall, type AiProviderServer, startAiProvider } from '../../ai-provider.ts';
import { createPerson, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { ask, beginChat } from './chats.ts';

let server: TestServer;
let ai: AiProviderServer;
let person: Person;
beforeAll(async () => {
  [server, ai] = await Promise.all([startServer(), startAiProvider()]);
});
afterAll(() => Promise.all([server.stop(), ai.stop()]));
beforeEach(async () => {
  ai.reset();
  person = await createPerson(server.db);
});
afterEach(() => expect(ai.faults).toEqual([]));

const look = { name: 'list_clients', input: {} };
const odd: [string, AiCall[]][] = [
  ['a name with a dot, as of OpenAI’s own wrapper', [{ name: 'multi_tool_use.parallel', input: { tool_uses: [] } }]],
  ['a name of other characters', [{ name: 'list devices, bitte\u202e😀', input: {} }]],
  ['no name', [{ name: '', input: {} }]],
  ['an endless name', [{ name: 'x'.repeat(5000), input: {} }]],
  [
    'the same id twice',
    [
      { ...look, id: 'call_0' },
      { ...look, id: 'call_0' },
    ],
  ],
  [
    'no id',
    [
      { ...look, id: '' },
      { ...look, id: '' },
    ],
  ],
  ['an id with a dot and a colon', [{ ...look, id: 'functions.list_clients:0' }]],
  ['an endless id', [{ ...look, id: 'i'.repeat(5000) }]],
  ['a list as input', [{ name: 'list_clients', input: '[1]' }]],
  ['a number as input', [{ name: 'list_clients', input: '5' }]],
  ['a word as input', [{ name: 'list_clients', input: '"x"' }]],
  ['null as input', [{ name: 'list_clients', input: 'null' }]],
  ['halves of characters', [{ name: 'list_clients', input: '{"q":"\\ud800"}' }]],
  ['what ends in the middle', [{ name: 'list_clients', input: '{"q":"ab' }]],
];

describe.each(['openAi', 'anthropic'] as const)('%s', (format) => {
  const other = format === 'openAi' ? 'anthropic' : 'openAi';

  test.each(odd)('%s: the conversation goes on, with another provider too', async (_, calls) => {
    await server.ok('PUT /api/config', { body: { ai: ai[format] } });
    const id = await beginChat(server, person);
    ai.script({ calls }, { text: 'Sorry.' }, { calls }, { text: 'Again.' }, { text: 'Still.' });
    for (const said of ['Sorry.', 'Again.'])
      expect((await ask(server, person, id, 'Look.')).body).toMatchObject({ status: 'complete', content: said });
    await server.ok('PUT /api/config', { body: { ai: ai[other] } });
    expect((await ask(server, person, id, 'And?')).body).toMatchObject({ status: 'complete', content: 'Still.' });
  });
});
