import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from '../../../runtime/tables/csv.ts';

const back = (text: string): string[][] => parse(text, { relax_column_count: true });

test.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])(
  'a cell that begins with %j is read back with an apostrophe in front',
  (sign) => {
    for (const rest of ['', '1+1', 'cmd|"/c calc"!A1', ',x'])
      expect(back(toCsv([['a', sign + rest, 'b']]))).toEqual([['a', `'${sign}${rest}`, 'b']]);
  },
);

test('a formula behind what another locale takes for the end of a cell is none either', () => {
  expect(back(toCsv([['a;=1+1;b', 'a\t@x', 'a; -b;c']]))).toEqual([["a;'=1+1;b", "a\t'@x", 'a; -b;c']]);
});

test('numbers, truth values and nothing are what they are', () => {
  expect(toCsv([[-1.5, true, false, null, 'x=1', '']])).toBe('-1.5,true,false,,x=1,\r\n');
});

test('whatever the cells hold, what is read back is what was written, and no cell begins like a formula', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 }), { minLength: 1 }),
      (rows) => {
        const read = back(toCsv(rows));
        expect(read).toEqual(
          rows.map((row) =>
            row.map((cell) =>
              (/^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell).replace(/([;\t])(?=[=+\-@＝＋－＠])/g, "$1'"),
            ),
          ),
        );
        for (const cell of read.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
      },
    ),
  );
});
