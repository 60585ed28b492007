import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linuxInstallCommand } from '../../domain/install-command.ts';

let bin: string;
/** A `curl` that notes what it was asked for, and gives a script that says what it was given. */
beforeAll(() => {
  bin = mkdtempSync(join(tmpdir(), 'muster-install-'));
  const curl = String.raw`printf '%s\n' "$@" > "$0.asked"; printf '%s\n' 'printf "%s\\n" "$@"'`;
  writeFileSync(join(bin, 'curl'), `#!/bin/sh\n${curl}\n`, { mode: 0o755 });
});
afterAll(() => rmSync(bin, { recursive: true }));

/** What a shell makes of the pasted line: the arguments of the installer and of curl. */
function paste(line: string): { installer: string[]; curl: string[] } {
  const installer = execFileSync('/bin/sh', ['-c', line], { env: { PATH: `${bin}:${process.env.PATH}` } });
  const lines = (text: string) => text.split('\n').slice(0, -1);
  return { installer: lines(installer.toString()), curl: lines(readFileSync(join(bin, 'curl.asked'), 'utf8')) };
}

const token = 'rme_AbC-123_xyz';
const key = 'MCowBQYDK2VwAyEA+/abc=';

test('over https with a key: strict transport, no lab mode', () => {
  const line = linuxInstallCommand({ serverUrl: 'https://rmm.example.com', token, publicKeys: [key] });
  expect(line).toBe(
    `curl --proto =https --tlsv1.2 -fsSL https://rmm.example.com/install.sh | sh -s -- --server https://rmm.example.com --token ${token} --update-public-key ${key}`,
  );
  expect(paste(line)).toEqual({
    curl: ['--proto', '=https', '--tlsv1.2', '-fsSL', 'https://rmm.example.com/install.sh'],
    installer: ['--server', 'https://rmm.example.com', '--token', token, '--update-public-key', key],
  });
});

test('every key during a rotation', () => {
  const line = linuxInstallCommand({ serverUrl: 'https://rmm.example.com', token, publicKeys: [key, 'second='] });
  expect(paste(line).installer.slice(4)).toEqual(['--update-public-key', key, '--update-public-key', 'second=']);
});

test.each([
  ['plain http', 'http://10.0.0.5:8080', [key], ['--update-public-key', key, '--lab-mode']],
  ['no key', 'https://rmm.example.com', [], ['--lab-mode']],
  ['neither', 'http://127.0.0.1:8080', [], ['--lab-mode']],
])('lab mode with %s', (_, serverUrl, publicKeys, rest) => {
  const { installer, curl } = paste(linuxInstallCommand({ serverUrl, token, publicKeys }));
  expect(installer).toEqual(['--server', serverUrl, '--token', token, ...rest]);
  expect(curl.includes('=https')).toBe(serverUrl.startsWith('https'));
});

test.each([
  'http://[::1]:8080',
  `http://x/'$(id)'`,
  'http://x/;echo pwned',
  'http://x/`id`"$HOME"\\',
  'http://x/\nid',
  '',
])('a shell makes one word of %j', (serverUrl) => {
  const line = linuxInstallCommand({ serverUrl, token, publicKeys: [] });
  expect(paste(line).installer.join('\n')).toBe(['--server', serverUrl, '--token', token, '--lab-mode'].join('\n'));
});
