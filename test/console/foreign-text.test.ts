import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnsiReader, type Step } from '../../console/ui/code/ansi.ts';
import { tokens } from '../../console/ui/code/highlight.ts';
import { joinedLines, linesOf, visibleLines, visiblePieces } from '../../console/ui/code/visible.ts';

const plain = (line: string) =>
  visiblePieces(line)
    .map((piece) => ('text' in piece ? piece.text : `<${piece.hidden}>`))
    .join('');

test('characters that turn, join, blank or hide are named', () => {
  expect(plain('a\u202eb')).toBe('a<U+202E>b');
  expect(plain('zero\u200bwidth\u00a0space')).toBe('zero<U+200B>width<U+00A0>space');
  expect(plain('\u0000\u001b\u007f\u009b')).toBe('<U+0000><U+001B><U+007F><U+009B>');
  expect(plain('tag\u{e0041}')).toBe('tag<U+E0041>');
  expect(plain('lone \ud800 surrogate')).toBe('lone <U+D800> surrogate');
});

test('ordinary text in any script stays as it is', () => {
  for (const line of ['du -xh | sort\t# ok', 'Größe Ålesund', '日本語', 'שלום', '👍🏽 ❤️'])
    expect(plain(line)).toBe(line);
});

test('in an output line breaks are ordinary and nothing else is, in a name not even they', () => {
  expect(plain('web\n01')).toBe('web<U+000A>01');
  expect(visibleLines('disk full\r\n\r\n/var\u202e\r\n')).toEqual([
    ...[{ text: 'disk full' }, { text: '\n' }, { text: '\n' }, { text: '/var' }],
    { hidden: 'U+202E' },
  ]);
  expect(plain(joinedLines('disk full\n\n  /var 97 %\n'))).toBe('disk full · /var 97 %');
  expect(plain(joinedLines('over\rwritten\nend'))).toBe('over<U+000D>written · end');
});

test('CRLF throughout is a line end, a lone carriage return is a character', () => {
  expect(linesOf('a\r\nb\r\n')).toEqual(['a', 'b']);
  expect(linesOf('a\rb\nc\n')).toEqual(['a\rb', 'c']);
  expect(linesOf('a\r\nb\n')).toEqual(['a\r', 'b']);
});

test('colouring keeps every character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('bash', 'powershell', 'python', 'cmd', 'other'),
      (line, shell) => {
        expect(
          tokens(line, shell)
            .map((token) => token.text)
            .join(''),
        ).toBe(line);
      },
    ),
  );
});

/** Neighbouring text with the same look in one piece, as the screen shows it. */
function merged(steps: readonly Step[]): Step[] {
  const found: Step[] = [];
  for (const step of steps) {
    const last = found.at(-1);
    if (step.kind === 'text' && last?.kind === 'text' && last.look === step.look) last.text += step.text;
    else found.push({ ...step });
  }
  return found;
}

test('colours become class names, and everything else that a terminal obeys is dropped', () => {
  const read = createAnsiReader();
  const evil =
    '\x1b]0;title\x07\x1b]8;;https://x.example\x1b\\link\x1b]8;;\x1b\\\x1b[2J\x1b[10;10H\x1b]52;c;aGk=\x07\x1bPq#0\x1b\\';
  expect(read(evil)).toEqual([{ kind: 'text', text: 'link', look: '' }]);
  expect(read('\x1b[1;31mred\x1b[22m\x1b[39m plain')).toEqual([
    { kind: 'text', text: 'red', look: 'a-bold a-red' },
    { kind: 'text', text: ' plain', look: '' },
  ]);
  expect(read('\x1b[38;5;82;48;2;200;0;0mx\x1b[0m')).toEqual([{ kind: 'text', text: 'x', look: 'a-green a-bg-red' }]);
});

test('output reads the same wherever the network cut it', () => {
  const part = fc.constantFrom(
    'text ',
    '\x1b[31m',
    '\x1b[0m',
    '\r\n',
    '\r',
    '\n',
    '\x1b]0;t\x07',
    '\x1b]8;;u\x1b\\',
    '\b',
    '\x1b(B',
    '\x1b[38;2;1;2;3m',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.array(fc.nat(80), { maxLength: 6 }), (parts, cuts) => {
      const whole = `${parts.join('')}end`;
      const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
      const read = createAnsiReader();
      const pieces = places.slice(1).flatMap((place, index) => read(whole.slice(places[index], place)));
      expect(merged(pieces)).toEqual(merged(createAnsiReader()(whole)));
    }),
    { numRuns: 500 },
  );
});

test('an escape that nobody finishes does not grow without end', () => {
  const read = createAnsiReader();
  read(`\x1b]0;${'x'.repeat(10_000)}`);
  expect(read('after')).toEqual([{ kind: 'text', text: 'after', look: '' }]);
});
