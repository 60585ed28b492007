/** Redirect URIs of requests against the registered ones (ATTACKS.md 13; RFC 8252, 7.3). */
import { expect, test } from 'vitest';
import { hostListed, hostStanding } from '../../../domain/oauth/policy.ts';
import { hostsOf, matchesRegistered } from '../../../domain/oauth/redirect-uris.ts';

const registered = [
  'https://client.example.com/callback',
  'http://127.0.0.1:4000/callback',
  'http://localhost/callback?from=a',
  'http://[::1]/',
  'cursor://anysphere.cursor-mcp/oauth/callback',
];

test.each([
  'https://client.example.com/callback',
  'http://127.0.0.1:4000/callback',
  'http://127.0.0.1:51000/callback',
  'http://127.0.0.1/callback',
  'http://localhost:8787/callback?from=a',
  'http://[::1]:9000/',
  'http://[::1]:9000',
  'cursor://anysphere.cursor-mcp/oauth/callback',
])('%s is one of the registered', (asked) => {
  expect(matchesRegistered(registered, asked)).toBe(true);
});

test.each([
  'https://client.example.com/callback/',
  'https://client.example.com/callback/more',
  'https://client.example.com/callback?x=1',
  'https://client.example.com/callback#x',
  'https://client.example.com/callback/../callback',
  'https://client.example.com/%63allback',
  'https://client.example.com:443/callback',
  'https://client.example.com:8443/callback',
  'https://CLIENT.example.com/callback',
  'https://client.example.com./callback',
  'https://user@client.example.com/callback',
  'https://client.example.com@evil.example.com/callback',
  'https://client.example.com.evil.example.com/callback',
  'https://evil.example.com/https://client.example.com/callback',
  'https://client.example.com\\@evil.example.com/callback',
  'http://client.example.com/callback',
  '//client.example.com/callback',
  'javascript:alert(1)',
  'javascript://client.example.com/callback',
  'data:text/html,x',
  'http://127.0.0.1:4000/callback/',
  'http://127.0.0.1:4000/other',
  'http://127.0.0.1:4000/callback?x=1',
  'http://127.0.0.1:4000/callback#x',
  'http://127.0.0.1:4000@evil.example.com/callback',
  'http://127.0.0.1:0/callback',
  'http://127.0.0.1:65536/callback',
  'http://127.0.0.1.evil.example.com/callback',
  'http://127.0.0.2:4000/callback',
  'http://127.1:4000/callback',
  'http://0x7f000001:4000/callback',
  'http://localhost:4000/callback',
  'http://[::1]:4000/callback',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://localhost:8787/callback',
  'http://localhost:x/callback?from=a',
  'https://localhost/callback?from=a',
  'https://127.0.0.1:4000/callback',
  'cursor://anysphere.cursor-mcp/oauth/callback2',
  'cursor://anysphere.cursor-mcp:1/oauth/callback',
  'vscode://anysphere.cursor-mcp/oauth/callback',
  '',
])('%j is none of the registered', (asked) => {
  expect(matchesRegistered(registered, asked)).toBe(false);
});

test('hosts are named once, sorted, and a private-use scheme as such', () => {
  expect(hostsOf([...registered, 'https://client.example.com:8443/other'])).toEqual([
    '127.0.0.1',
    '[::1]',
    'client.example.com',
    'cursor:',
    'localhost',
  ]);
});

test('a wildcard names subdomains only, and loopback the user’s own computer', () => {
  const policy = { allowed_hosts: ['*.example.com', 'one.example.org'] };
  const listed = (host: string) => hostListed(policy, host);
  for (const host of ['a.example.com', 'a.b.example.com', 'one.example.org']) expect(listed(host)).toBe(true);
  for (const host of ['example.com', 'badexample.com', 'two.example.org', 'a.one.example.org', 'localhost', 'cursor:'])
    expect(listed(host)).toBe(false);
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'cursor:'])
    expect(hostListed({ allowed_hosts: ['127.0.0.1'] }, host)).toBe(true);
});

test('a host is known, listed, a scheme of the user’s own computer, or unknown', () => {
  const policy = { allowed_hosts: ['client.example.com'] };
  expect(
    ['claude.ai', 'localhost', 'client.example.com', 'cursor:', 'evil.example.com'].map((host) =>
      hostStanding(policy, host),
    ),
  ).toEqual(['known', 'known', 'listed', 'private_use', 'unknown']);
});
