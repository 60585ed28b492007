import { describe, expect, test } from 'vitest';
import { parseBlocks } from '../../console/pages/chat/markdown/blocks.ts';
import { type Inline, parseInline, safeTarget } from '../../console/pages/chat/markdown/inline.ts';

const one = (text: string) => parseBlocks(text)[0];
/** Every link that would be drawn. */
const links = (parts: readonly Inline[]): string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'link') return [part.target];
    return 'parts' in part ? links(part.parts) : [];
  });
const words = (parts: readonly Inline[]): string =>
  parts.map((part) => ('text' in part ? part.text : 'parts' in part ? words(part.parts) : '')).join('');

describe('what answers are made of', () => {
  test('headings, paragraphs, rules and quotes', () => {
    expect(parseBlocks('## Two servers ##\n\nThey are\noff.\n\n---\n> since *Friday*\n')).toEqual([
      { kind: 'heading', level: 2, text: 'Two servers' },
      { kind: 'paragraph', text: 'They are\noff.' },
      { kind: 'rule' },
      { kind: 'quote', blocks: [{ kind: 'paragraph', text: 'since *Friday*' }] },
    ]);
  });

  test('lists, also within one another, with the number they begin at', () => {
    expect(one('3. first\n   - a\n   - b\n\n4. second')).toEqual({
      kind: 'list',
      ordered: true,
      start: 3,
      items: [
        [
          { kind: 'paragraph', text: 'first' },
          {
            kind: 'list',
            ordered: false,
            start: 1,
            items: [[{ kind: 'paragraph', text: 'a' }], [{ kind: 'paragraph', text: 'b' }]],
          },
        ],
        [{ kind: 'paragraph', text: 'second' }],
      ],
    });
  });

  test('a list follows a line of text, and a year does not begin one', () => {
    expect(parseBlocks('Offline:\n- nav01').map(({ kind }) => kind)).toEqual(['paragraph', 'list']);
    expect(parseBlocks('It was\n2020. It is').map(({ kind }) => kind)).toEqual(['paragraph']);
  });

  test('tables, whose rows have as many cells as their head', () => {
    expect(one('| Device | Since |\n|:--|--:|\n| nav01 | a \\| b |\n| nav02 |\nend')).toEqual({
      kind: 'table',
      head: ['Device', 'Since'],
      rows: [
        ['nav01', 'a | b'],
        ['nav02', ''],
      ],
    });
  });

  test('code keeps every character, and one that is still being written runs to the end', () => {
    expect(one('```bash\n  a "b" | c\n\n# d\n```\nafter')).toEqual({
      kind: 'code',
      language: 'bash',
      text: '  a "b" | c\n\n# d',
    });
    expect(one('~~~\n```\nuptime')).toEqual({ kind: 'code', language: '', text: '```\nuptime' });
  });

  test('marks within a line', () => {
    expect(parseInline('**bold *and* `x*y`** ~~no~~')).toEqual([
      {
        kind: 'strong',
        parts: [
          { kind: 'text', text: 'bold ' },
          { kind: 'em', parts: [{ kind: 'text', text: 'and' }] },
          { kind: 'text', text: ' ' },
          { kind: 'code', text: 'x*y' },
        ],
      },
      { kind: 'text', text: ' ' },
      { kind: 'del', parts: [{ kind: 'text', text: 'no' }] },
    ]);
    expect(parseInline('list_devices_all, 2 * 3 * 4, \\*not\\*, **open')).toEqual([
      { kind: 'text', text: 'list_devices_all, 2 * 3 * 4, *not*, **open' },
    ]);
  });
});

describe('what an answer can not do', () => {
  test('HTML is the characters it is written with', () => {
    const html = '<img src=x onerror=alert(1)><script>alert(1)</script><a href="https://evil.example">x</a>';
    expect(words(parseInline('<img src=x onerror=alert(1)>'))).toBe('<img src=x onerror=alert(1)>');
    expect(parseBlocks(html)).toEqual([{ kind: 'paragraph', text: html }]);
    expect(parseInline('<svg/onload=alert(1)>').map(({ kind }) => kind)).toEqual(['text']);
  });

  test('an image is never loaded: it is a link that shows where it leads', () => {
    expect(parseInline('![logo](https://evil.example/p.png?d=secret)')).toEqual([
      { kind: 'link', target: 'https://evil.example/p.png?d=secret', label: 'logo' },
    ]);
    expect(parseInline('![x](data:image/svg+xml;base64,AAAA)')[0]).toMatchObject({ kind: 'text' });
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](data:text/html,<b>x</b>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](//evil.example)',
    '[x](/api/jobs)',
    '[x](blob:https://evil.example/1)',
    '<javascript:alert(1)>',
    '[x](https://good.example@evil.example/)',
    'https://user:secret@evil.example/',
    '[x]( https:evil.example )',
  ])('%s is no link', (text) => {
    expect(links(parseInline(text))).toEqual([]);
    expect(safeTarget(text)).toBeUndefined();
  });

  test('a link shows the address that the browser opens, whatever it calls itself', () => {
    expect(parseInline('[https://bank.example](https://evil.example/a(b))')).toEqual([
      { kind: 'link', target: 'https://evil.example/a(b)', label: 'https://bank.example' },
    ]);
    expect(links(parseInline('[x](https://раураl.example/)'))).toEqual(['https://xn--l-7sba6dbr.example/']);
    expect(parseInline('see https://muster.example/a_b_c.')).toEqual([
      { kind: 'text', text: 'see ' },
      { kind: 'link', target: 'https://muster.example/a_b_c', label: '' },
      { kind: 'text', text: '.' },
    ]);
    expect(parseInline('<https://muster.example/>')).toEqual([
      { kind: 'link', target: 'https://muster.example/', label: '' },
    ]);
  });

  test.each([
    ['[', 100_000],
    ['[a](', 50_000],
    ['![', 50_000],
    ['**a ', 50_000],
    ['*', 100_000],
    ['_a', 50_000],
    ['`a``b', 30_000],
    ['`', 100_000],
    ['~~a ', 50_000],
    ['> ', 50_000],
    ['- ', 50_000],
    ['1. a\n', 20_000],
    ['  - a\n', 20_000],
    ['| a ', 50_000],
    ['|-', 50_000],
    ['# ', 50_000],
    ['https://a', 30_000],
    ['a|b\n-|-\n', 20_000],
    ['```\n', 30_000],
    ['\\', 100_000],
    [`# ${' '.repeat(4000)}x\n`, 50],
    [`---${' '.repeat(4000)}x\n`, 50],
    [`\`\`\`${' '.repeat(4000)}\`\n`, 50],
  ])('%j many times over does not make the page wait', (piece, times) => {
    // Its own time: that of a machine with other work, or one that stands still, says nothing.
    const started = process.cpuUsage();
    const drawn = (blocks: ReturnType<typeof parseBlocks>): number =>
      blocks.reduce((sum, block) => {
        if (block.kind === 'paragraph' || block.kind === 'heading') return sum + parseInline(block.text).length;
        if (block.kind === 'quote') return sum + drawn(block.blocks);
        if (block.kind === 'list') return sum + block.items.reduce((count, item) => count + drawn(item), 0);
        return sum + 1;
      }, 0);
    expect(drawn(parseBlocks(piece.repeat(times)))).toBeGreaterThan(0);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(1500);
  });
});
