import { expect, test } from 'vitest';
import type { Entry } from '../../../domain/chat/assistant.ts';
import { entriesOf, sizeOf, trim } from '../../../domain/chat/history.ts';

const asked = (text: string): Entry => ({ kind: 'asked', text });
const said = (text: string, ...ids: string[]): Entry => ({
  ...{ kind: 'said', text },
  calls: ids.map((id) => ({ id, tool: 'list_devices', input: {} })),
});
const results = (...texts: string[]): Entry => ({
  kind: 'results',
  results: texts.map((text, index) => ({ id: String(index), tool: 'list_devices', text })),
});
const size = (entries: Entry[]) => entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
const long = 'x'.repeat(1000);

const talk = [
  ...[asked('first?'), said('', '0'), results(long), said('first.')],
  ...[asked('second?'), said('', '0'), results(long), said('second.')],
  ...[asked('third?'), said('', '0'), results(long)],
];

test('what fits is left as it is', () => {
  expect(trim(talk, 10_000)).toBe(talk);
});

test('the oldest results are left out first, and nothing else', () => {
  const trimmed = trim(talk, 2600);
  expect(size(trimmed)).toBeLessThanOrEqual(2600);
  expect(trimmed.map(({ kind }) => kind)).toEqual(talk.map(({ kind }) => kind));
  expect(JSON.stringify(trimmed[2])).toContain('left_out');
  expect(trimmed.slice(3)).toEqual(talk.slice(3));
});

test('then whole turns, the oldest first; what is asked now and its last results stay', () => {
  const trimmed = trim(talk, 1100);
  expect(trimmed).toEqual(talk.slice(8));
});

test('thoughts that a provider wants back count, too', () => {
  const message = { role: 'assistant', content: [{ type: 'reasoning', text: long }] };
  const thought: Entry = { kind: 'said', text: '', calls: [], message };
  expect(sizeOf(thought)).toBeGreaterThan(1000);
  expect(trim([asked('one?'), thought, asked('two?')], 1000)).toEqual([asked('two?')]);
});

test('what does not fit at all is sent nevertheless: the provider says so', () => {
  expect(trim([asked(long)], 10)).toEqual([asked(long)]);
});

test('an answer that was broken off is told as such, and calls keep their results', () => {
  const whole: Entry[] = [said('', '0'), results('[]')];
  expect(
    entriesOf([
      { role: 'user', content: 'One?', model_messages: null },
      { role: 'assistant', content: 'Half', model_messages: [] },
      { role: 'user', content: 'Two?', model_messages: null },
      { role: 'assistant', content: 'Looking', model_messages: whole },
      { role: 'user', content: 'Three?', model_messages: null },
      { role: 'assistant', content: 'Done.', model_messages: [said('Done.')] },
    ]),
  ).toEqual([
    ...[asked('One?'), said('Half\n\n(This answer was not finished.)')],
    ...[asked('Two?'), ...whole, said('(This answer was not finished.)')],
    ...[asked('Three?'), said('Done.')],
  ]);
});
