import { expect, test } from 'vitest';
import { laidOut } from '../../console/pages/chat/laid-out.ts';
import { partsOf } from '../../console/pages/chat/parts.ts';
import { chatAddress, prefilled, withSuggestion } from '../../console/pages/chat/suggestion.ts';

const step = (id: string, at: number) => ({
  id,
  at,
  tool: 'list_devices',
  state: 'done' as const,
  arguments: '{}',
  outcome: '',
  count: null,
  proposals: [],
});

test('text and steps stand in the order in which they came', () => {
  expect(partsOf({ content: 'one two', steps: [step('b', 4), step('a', 4), step('c', 7)] })).toEqual([
    { kind: 'text', text: 'one ' },
    { kind: 'steps', steps: [step('b', 4), step('a', 4)] },
    { kind: 'text', text: 'two' },
    { kind: 'steps', steps: [step('c', 7)] },
  ]);
});

test('steps that claim places outside of the text lose none of it', () => {
  const parts = partsOf({ content: 'all', steps: [step('a', 99), step('b', 0)] });
  expect(parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))).toEqual(['all']);
  expect(parts.map(({ kind }) => kind)).toEqual(['steps', 'text', 'steps']);
});

test('JSON gets a line for each part, also where it was cut, and keeps every other character', () => {
  const json = JSON.stringify({ a: [1, { b: 'x, "y": {z}' }], c: [], d: {}, e: null });
  expect(laidOut(json)).toBe(JSON.stringify(JSON.parse(json), null, 2));
  expect(laidOut('{"a":[1,{"b":"x, ')).toBe('{\n  "a": [\n    1,\n    {\n      "b": "x, ');
  expect(laidOut('{"a":"\\')).toBe('{\n  "a": "\\');
  expect(laidOut('Not found: {a}')).toBe('Not found: {a}');
  const deep = '['.repeat(50_000);
  expect(laidOut(deep).replaceAll(/\s/g, '')).toBe(deep);
});

test('an address suggests a question, in which nothing hides', () => {
  const address = chatAddress('What & why?\n#1 \u202eevil', (path) => `${path}?company=1`);
  expect(address).toMatch(/^\/ai\/chat\?company=1#q=/);
  expect(prefilled(new URL(address, 'http://x').hash)).toBe('What & why?\n#1 [U+202E]evil');
  expect(prefilled('')).toBeUndefined();
  expect(prefilled('#q=%20')).toBeUndefined();
  expect(prefilled(`#q=${'a'.repeat(9000)}`)).toHaveLength(2000);
});

test('a suggestion replaces an untouched one and nothing that somebody wrote', () => {
  expect(withSuggestion('', 'new', undefined)).toBe('new');
  expect(withSuggestion('old', 'new', 'old')).toBe('new');
  expect(withSuggestion('mine ', 'new', 'old')).toBe('mine\n\nnew');
  expect(withSuggestion('mine\n\nnew', 'new', undefined)).toBe('mine\n\nnew');
});
