import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines, folded } from '../../console/ui/code/diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '  d'), { maxLength: 30 });

test('the kept and removed lines are the old text, the kept and added ones the new, with their numbers', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = diffLines(before, after);
      const old = diff.filter((line) => line.kind !== 'add');
      const fresh = diff.filter((line) => line.kind !== 'del');
      expect(old.map((line) => line.text)).toEqual(before);
      expect(fresh.map((line) => line.text)).toEqual(after);
      expect(old.map((line) => line.old)).toEqual(before.map((_, index) => index + 1));
      expect(fresh.map((line) => line.new)).toEqual(after.map((_, index) => index + 1));
    }),
    { numRuns: 500 },
  );
});

test('a small change in a long text is shown as a small change', () => {
  const before = Array.from({ length: 5000 }, (_, index) => `line ${index}`);
  const after = before.with(2500, 'changed');
  expect(diffLines(before, after).filter((line) => line.kind !== 'same')).toHaveLength(2);
});

test('texts that share nothing are a replacement, at once', () => {
  const diff = diffLines(
    Array.from({ length: 6000 }, (_, index) => `old ${index}`),
    Array.from({ length: 6000 }, (_, index) => `new ${index}`),
  );
  expect(diff.filter((line) => line.kind === 'del')).toHaveLength(6000);
  expect(diff.findIndex((line) => line.kind === 'add')).toBe(6000);
});

test('long unchanged stretches fold and lose no line', () => {
  fc.assert(
    fc.property(lines, lines, fc.nat(3), (before, after, context) => {
      const diff = diffLines(before, after);
      const unfolded = folded(diff, context).flatMap((row) =>
        'line' in row ? [row.line] : diff.slice(row.from, row.from + row.fold),
      );
      expect(unfolded).toEqual(diff);
    }),
  );
});
