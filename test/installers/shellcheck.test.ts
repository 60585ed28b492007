import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { renderInstaller } from '../../runtime/publication/render-installer.ts';

const installers = join(import.meta.dirname, '../../installers');
const read = (name: string) => readFileSync(join(installers, name), 'utf8');
const shellcheckVersion = spawnSync('shellcheck', ['--version'], { encoding: 'utf8' });
const missing = shellcheckVersion.error ? ': skipped, there is no shellcheck here (apt-get install shellcheck)' : '';

function inFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'script.sh');
  writeFileSync(path, text);
  return path;
}

const hostile = 'http://a\'b$(id)`id`;"\\';

describe.each([
  ['install.sh', read('install.sh')],
  [
    'install.sh as it is handed out',
    renderInstaller(read('install.sh'), 'https://[::1]:8443', read('rmm-agent.service')),
  ],
  ['uninstall.sh', read('uninstall.sh')],
])('%s', (_, text) => {
  test.skipIf(missing)(`is clean for shellcheck${missing}`, () => {
    const { stdout, status } = spawnSync('shellcheck', [inFile(text)], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  test('does nothing when the download ends before its last line', () => {
    const lines = text.trimEnd().split('\n');
    const { status, stdout, stderr } = spawnSync('/bin/sh', [inFile(lines.slice(0, -1).join('\n')), '--help'], {
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

test('an address that is not plain stays a text in the script that is handed out', () => {
  const rendered = renderInstaller(read('install.sh'), hostile, 'unit');
  const line = rendered.split('\n').find((one) => one.startsWith('default_server=')) ?? '';
  const { stdout } = spawnSync('/bin/sh', ['-c', `${line}\nprintf %s "$default_server"`], { encoding: 'utf8' });
  expect(stdout).toBe(hostile);
});

test('a script that has lost the line for the address is not handed out', () => {
  expect(() => renderInstaller('#!/bin/sh\n', 'http://a', 'unit')).toThrow('must hold the line');
});
