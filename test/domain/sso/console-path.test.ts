import { expect, test } from 'vitest';
import { consolePath } from '../../../schema/console-path.ts';

test.each(['/', '/devices', '/devices?q=a%2Fb&next=https%3A%2F%2Fa.test', '/jobs/1#output', '/a.b/c-d_e~f', '/@name'])(
  '%s is a path of the console',
  (path) => {
    expect(consolePath(path)).toBe(path);
  },
);

/** ATTACKS.md 10, and what browsers make of it. */
const elsewhere = [
  ...['', 'devices', '?a=b', '#a', ' /devices', './/evil.test', 'evil.test'],
  ...['//evil.test', '///evil.test', '/\\evil.test', '\\/evil.test', '\\\\evil.test', '/devices\\..\\..'],
  ...['/%5cevil.test', '/%5Cevil.test', '/%2fevil.test', '/%2F%2Fevil.test', '/a/%2e%2e/%2fevil.test'],
  ...['/\t/evil.test', '/\n/evil.test', '/\r\n/evil.test', '/%09/evil.test', '/%0d%0aSet-Cookie:a=b', '/\0', '/%00'],
  ...['/.//evil.test', '/a/..//evil.test', '/%2e//evil.test', '/a/%2e%2e//evil.test'],
  ...['https://evil.test', 'HTTPS://evil.test/', 'https:evil.test', 'http:///evil.test', '//user@evil.test'],
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'data:text/html,x', 'blob:x', 'mailto:a@b'],
  `/${'x'.repeat(2000)}`,
];

test.each(elsewhere)('%j leads to the first page', (path) => {
  expect(consolePath(path)).toBe('/');
});

test('whatever comes out stays on this origin', () => {
  for (const path of elsewhere)
    for (const variant of [path, `/${path}`, `/devices/${path}`, encodeURI(path), `/${encodeURIComponent(path)}`]) {
      const found = consolePath(variant);
      expect(new URL(found, 'https://console.test').origin).toBe('https://console.test');
      expect(new URL(new URL(found, 'https://console.test').pathname, 'https://console.test').origin).toBe(
        'https://console.test',
      );
    }
});

test('none is the first page', () => {
  expect(consolePath(undefined)).toBe('/');
});
