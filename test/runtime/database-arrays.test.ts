import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseArray, serializeArray } from '../../runtime/database-arrays.ts';

test('what is written is read back, whatever the texts hold', () => {
  const element = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('NULL'), fc.constant(null));
  fc.assert(
    fc.property(fc.array(element), (elements) => {
      expect(parseArray(serializeArray(elements, String), String)).toEqual(elements);
    }),
  );
});

test.each(['', '{', '{a', '{"a}', '{a}}', '{a', '[0:1]={a,b}', '{"a"b}', '{"\\'])(
  '%j is an error, not a guess',
  (broken) => {
    expect(() => parseArray(broken, String)).toThrow(/cannot be read/);
  },
);

test('undefined in an array is a forgotten value', () => {
  expect(() => serializeArray(['a', undefined], String)).toThrow(/undefined/);
});
