import { expect, test } from 'vitest';
import { passwordShortcomings, requireGoodPassword } from '../../../domain/passwords/policy.ts';
import { Problem } from '../../../domain/problem.ts';

test.each([
  'Correct-Horse-9',
  'correct horse batteryÉ!', // any uppercase letter of Unicode
  'ПРИВЕТ-мир-2026',
  'Abcdefghijk€',
  'Abcdefghijk_',
  'ABCDEFGHIJK🦫',
])('%s is good enough', (password) => {
  expect(passwordShortcomings(password)).toEqual([]);
});

test.each([
  ['', ['at least 12 characters', 'an uppercase letter', 'a symbol']],
  ['Short-Pass1', ['at least 12 characters']],
  ['no uppercase here!', ['an uppercase letter']],
  ['No Symbol Here 123', ['a symbol']],
  ['Letters Über Größe 9', ['a symbol']],
  ['Tabs\tand\nlines are space', ['a symbol']],
  ['Password123!', ['to be none of the common passwords']],
  ['P@SSW0RD1234', ['to be none of the common passwords']],
])('%j lacks %j', (password, missing) => {
  expect(passwordShortcomings(password)).toEqual(missing);
});

test('characters are counted, not UTF-16 units or decomposed marks', () => {
  expect(passwordShortcomings('A!🦫🦫🦫🦫🦫')).toEqual(['at least 12 characters']);
  expect(passwordShortcomings('A!e\u0301e\u0301e\u0301e\u0301e\u0301')).toEqual(['at least 12 characters']);
});

test('the refusal names each thing that is missing, with the field it belongs to', () => {
  const refusal = (() => {
    try {
      requireGoodPassword('nothing', 'new_password');
    } catch (error) {
      return error;
    }
  })();
  expect(refusal).toBeInstanceOf(Problem);
  expect(refusal).toMatchObject({
    status: 400,
    code: 'weak_password',
    extras: {
      issues: [
        { path: 'new_password', message: 'needs at least 12 characters' },
        { path: 'new_password', message: 'needs an uppercase letter' },
        { path: 'new_password', message: 'needs a symbol' },
      ],
    },
  });
});
