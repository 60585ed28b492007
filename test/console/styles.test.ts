import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../console');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('dist'));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const css = read('ui/tokens.css');

function block(start: string): Map<string, string> {
  const from = css.indexOf('{', css.indexOf(start)) + 1;
  const text = css.slice(from, css.indexOf('}', from));
  return new Map([...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));
}
const light = block(':root {');
const dark = block(':root:not([data-theme="light"]) {');

test('an explicit dark theme is the same as the dark theme of the system', () => {
  expect([...block(':root[data-theme="dark"] {')]).toEqual([...dark]);
});

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

test('every pair that the head of tokens.css lists has the contrast it claims, in both themes', () => {
  const pairs = [...css.matchAll(/^ {3}([\w-]+) on ([\w-]+)\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)$/gm)];
  expect(pairs.length).toBeGreaterThan(60);
  for (const [line, front = '', back = '', inLight, inDark, least] of pairs)
    for (const [theme, claimed] of [
      [light, inLight],
      [new Map([...light, ...dark]), inDark],
    ] as const) {
      const found = contrast(theme.get(front) ?? '', theme.get(back) ?? '');
      expect(found, line).toBeCloseTo(Number(claimed), 1);
      expect(found, line).toBeGreaterThanOrEqual(Number(least));
    }
});

test('only tokens.css names a colour', () => {
  const styled = files.filter((name) => /\.(css|tsx)$/.test(name) && name !== 'ui/tokens.css');
  for (const name of styled)
    expect(read(name), name).not.toMatch(/#[0-9a-f]{3,8}\b(?=[;,)\s"'])|\b(rgb|hsl|oklch|color-mix)a?\(/i);
});

test('nothing writes HTML or inline styles, so that foreign text stays text and the CSP holds', () => {
  for (const name of files.filter((file) => /\.(tsx?|html)$/.test(file)))
    expect(read(name), name).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\bstyle="|<style|eval\(|new Function/,
    );
});

test('every variable that styles use is a token, or set by a component', () => {
  const scripts = files.filter((file) => file.endsWith('.tsx')).map(read);
  const set = new Set(scripts.flatMap((text) => [...text.matchAll(/'--([\w-]+)'/g)].map(([, name]) => name)));
  const known = (name: string) => light.has(name) || set.has(name) || name === 'fs-field' || name.startsWith('kb-');
  for (const name of files.filter((file) => file.endsWith('.css')))
    for (const [, token = ''] of read(name).matchAll(/var\(--([\w-]+)/g))
      expect(known(token), `${name} ${token}`).toBe(true);
});

test('a button that is off looks so under the pointer too', () => {
  const css = read('ui/css/controls.css');
  const [, off = ''] =
    /((?:\.btn[^{]*,\s*)+\.btn[^{]*)\{\s*background: var\(--surface-2\);\s*border-color: var\(--border\);/.exec(css) ??
    [];
  expect(off).toContain('.btn:disabled:hover');
  expect(off).toContain('.btn[aria-disabled="true"]:hover');
});
