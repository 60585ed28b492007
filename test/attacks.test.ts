/** docs/attacks.md names a test for every attack; a test that is renamed or removed is missed here. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const page = readFileSync(join(ROOT, 'docs/attacks.md'), 'utf8');

interface Named {
  attack: string;
  file: string;
  titles: string[];
}

/** `| 1 | words | `file` "title" · "title"; `file` … |` */
const named: Named[] = page
  .split('\n')
  .filter((line) => /^\| (?:\d|\| )/.test(line))
  .flatMap((line) => {
    const [, attack = '', tests = ''] = line.split(' | ');
    return [...tests.matchAll(/`([^`]+\.ts)`((?:[ ·]+"[^"]+")*)/g)].map(([, file = '', titles = '']) => ({
      attack,
      file,
      titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
    }));
  });

test('the page is read', () => {
  expect(named.length).toBeGreaterThan(40);
});

test.each(named)('$file is there, with its tests against: $attack', ({ file, titles }) => {
  expect(existsSync(join(ROOT, file))).toBe(true);
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll("\\'", "'");
  expect(titles.filter((title) => !text.includes(title))).toEqual([]);
});
