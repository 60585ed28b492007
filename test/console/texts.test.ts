import { expect, test } from 'vitest';
import { de } from '../../console/i18n/de.ts';
import { en } from '../../console/i18n/en.ts';
import { fill, pieces, sentence } from '../../console/i18n/fill.ts';
import type { Text } from '../../console/i18n/types.ts';

const forms = (text: Text) => (typeof text === 'string' ? [text] : Object.values(text));
const names = (text: string) => pieces(text).flatMap((piece) => (typeof piece === 'string' ? [] : piece.name));
const others = { de } as const;

for (const [language, texts] of Object.entries(others))
  test(`every text in ${language} fills what the English one fills`, () => {
    for (const [key, text] of Object.entries(en)) {
      const english = new Set(forms(text).flatMap(names));
      const translated = new Set(forms(texts[key as keyof typeof en]).flatMap(names));
      expect([...translated].sort(), key).toEqual([...english].sort());
    }
  });

test('no text is empty', () => {
  for (const texts of [en, ...Object.values(others)])
    for (const [key, text] of Object.entries(texts))
      for (const form of forms(text)) expect(form.trim(), key).not.toBe('');
});

test('a count picks the plural form of the language and is written as the language writes numbers', () => {
  const text = { one: '{count} Gerät', other: '{count} Geräte' };
  expect(fill(text, 'de', { count: 1 })).toBe('1 Gerät');
  expect(fill(text, 'de', { count: 1234 })).toBe('1.234 Geräte');
});

test('a language without a form of its own for a count uses "other"', () => {
  expect(sentence({ one: 'x', other: 'y' }, 'ar', 2)).toBe('y');
});

test('what is filled in is never read as a placeholder', () => {
  expect(fill('Hello {name}', 'en', { name: '{name} {count}' })).toBe('Hello {name} {count}');
});
