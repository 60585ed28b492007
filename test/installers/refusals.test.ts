/** What install.sh must not install (ATTACKS.md 29, 31), and that a failed install changes nothing. */
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createKey } from '../publication.ts';
import { type Mirror, standIn, startMirror } from './mirror.ts';
import { createSandbox } from './sandbox.ts';

const key = createKey();
const x64 = process.arch === 'x64' ? 'linux-x64' : 'linux-arm64';
const other = process.arch === 'x64' ? 'linux-arm64' : 'linux-x64';
const artifact = `/dl/rmm-agent-${x64}`;

/** A mirror with version 0.5.0 for both processors, and a machine. */
async function setUp(version = '0.5.0') {
  const mirror = await startMirror();
  await mirror.publish(
    { [x64]: standIn(version), [other]: standIn(version).replace('600', '601') },
    { ...key, version },
  );
  const sandbox = createSandbox(mirror.port);
  const install = (...more: string[]) => sandbox.run('install.sh', ['--token', 'rme_x', '--lab-mode', ...more]);
  return { mirror, sandbox, install, installPinned: (...more: string[]) => install(...pinned, ...more) };
}
const pinned = ['--update-public-key', key.publicKey];

function flip(mirror: Mirror, path: string, at: number): void {
  const bytes = Buffer.from(mirror.files.get(path) ?? '');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  mirror.files.set(path, bytes);
}
const move = (mirror: Mirror, from: string, to: string) =>
  mirror.files.set(to, Buffer.from(mirror.files.get(from) ?? ''));

test('what is signed and whole is installed', async () => {
  const { sandbox, installPinned } = await setUp();
  expect(await installPinned()).toMatchObject({ code: 0, stdout: expect.stringContaining('does not run systemd') });
  expect(readFileSync(sandbox.bin, 'utf8')).toBe(standIn('0.5.0'));
});

test.each<[string, (mirror: Mirror) => unknown, string]>([
  ['a byte of the agent is flipped', (m) => flip(m, artifact, 40), 'SHA-256 differs'],
  ['a byte of its signature is flipped', (m) => flip(m, `${artifact}.sig`, 3), 'download is not signed'],
  ['a byte of the manifest is flipped', (m) => flip(m, '/dl/manifest.json', 30), 'manifest is not signed'],
  ['a byte of its signature is flipped', (m) => flip(m, '/dl/manifest.json.sig', 3), 'manifest is not signed'],
  ['the signature is empty', (m) => m.files.set('/dl/manifest.json.sig', Buffer.alloc(0)), 'manifest is not signed'],
  ['the signature is gone', (m) => m.files.delete('/dl/manifest.json.sig'), '404'],
  ['the agent is cut', (m) => m.files.set(artifact, Buffer.from('#!/bin/sh\n')), 'not as long'],
  ['the agent has no end', (m) => m.files.set(artifact, Buffer.alloc(50_000_000)), 'could not be downloaded'],
  [
    'it is the agent of another processor, with its signature',
    (m) => {
      move(m, `/dl/rmm-agent-${other}`, artifact);
      move(m, `/dl/rmm-agent-${other}.sig`, `${artifact}.sig`);
    },
    'SHA-256 differs',
  ],
])('nothing is installed when %s', async (_, tamper, reason) => {
  const { mirror, sandbox, installPinned } = await setUp();
  tamper(mirror);
  const ran = await installPinned();
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
  expect(existsSync(sandbox.bin)).toBe(false);
  expect(existsSync(sandbox.envFile)).toBe(false);
});

test('nothing is installed that another key has signed, however complete', async () => {
  const { mirror, sandbox, installPinned } = await setUp();
  await mirror.publish({ [x64]: standIn('0.5.0') }, { ...createKey(), version: '0.5.0' });
  expect(await installPinned()).toMatchObject({ code: 1, stderr: expect.stringContaining('manifest is not signed') });
  expect(existsSync(sandbox.bin)).toBe(false);
});

test('of several keys, as in a rotation, one suffices', async () => {
  const { installPinned } = await setUp();
  expect((await installPinned(`--update-public-key=${createKey().publicKey}`)).code).toBe(0);
});

test('an older build is a downgrade, though it is signed; the installed one stays', async () => {
  const { mirror, sandbox, installPinned } = await setUp('0.5.0');
  await installPinned();
  for (const older of ['0.4.9', '0.5.0-rc.1']) {
    await mirror.publish({ [x64]: standIn(older) }, { ...key, version: older });
    expect(await installPinned()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('older than the installed'),
    });
  }
  expect(readFileSync(sandbox.bin, 'utf8')).toBe(standIn('0.5.0'));
});

test.each([
  ['0.5.0', '0.5.0'],
  ['0.5.0', '0.5.1'],
  ['0.9.0', '0.10.0'],
  ['0.5.0-rc.1', '0.5.0'],
  ['0.5.0-rc.2', '0.5.0-rc.10'],
  ['0.5.0-beta.3', '0.5.0-rc.1'],
])('%s is followed by %s', async (first, second) => {
  const { mirror, sandbox, installPinned } = await setUp(first);
  await installPinned();
  await mirror.publish({ [x64]: standIn(second) }, { ...key, version: second });
  expect(await installPinned()).toMatchObject({ code: 0 });
  expect(readFileSync(sandbox.bin, 'utf8')).toBe(standIn(second));
});

test('an old manifest with its old agents, of a mirror that was frozen, has expired', async () => {
  const { mirror, installPinned } = await setUp();
  const longAgo = () => new Date(Date.now() - 400 * 86_400_000);
  await mirror.publish({ [x64]: standIn('0.5.0') }, { ...key, version: '0.5.0', now: longAgo });
  expect(await installPinned()).toMatchObject({ code: 1, stderr: expect.stringContaining('expired') });
});

test('an old agent under a new manifest is not what that says, nor is one that says another version', async () => {
  const { mirror, installPinned } = await setUp('0.6.0');
  await mirror.publish({ [x64]: standIn('0.5.0') }, { ...key, version: '0.6.0' });
  expect(await installPinned()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('says it is 0.5.0, not 0.6.0'),
  });
});

test('a server without an agent for this processor, or with none at all, is said to be one', async () => {
  const { mirror, installPinned } = await setUp();
  await mirror.publish({ 'windows-x64': 'x' }, { ...key, version: '0.5.0' });
  expect(await installPinned()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no agent for this machine'),
  });
  mirror.files.delete('/dl/manifest.json');
  expect(await installPinned()).toMatchObject({ code: 1, stderr: expect.stringContaining('HTTP status 404') });
});

test('keys of an earlier install stay pinned', async () => {
  const { mirror, sandbox, install, installPinned } = await setUp();
  await installPinned();
  expect(readFileSync(sandbox.envFile, 'utf8')).toContain(`RMM_UPDATE_PUBLIC_KEY=${key.publicKey}\n`);
  await mirror.publish({ [x64]: standIn('0.6.0') }, { ...createKey(), version: '0.6.0' });
  expect(await install()).toMatchObject({ code: 1, stderr: expect.stringContaining('manifest is not signed') });
});

test.each<[string, string[], string]>([
  ['plain HTTP', ['--token', 'rme_x', ...pinned], 'https://'],
  ['plain HTTP with --require-tls', ['--token', 'rme_x', ...pinned, '--lab-mode', '--require-tls'], '--require-tls'],
  ['no key', ['--server', 'https://localhost:1', '--token', 'rme_x'], '--update-public-key'],
  ['no token', ['--lab-mode', ...pinned], '--token'],
  ['--reset-identity without a token', ['--lab-mode', '--reset-identity'], 'new --token'],
  ['a key that is none', ['--token', 'x', '--update-public-key', 'c2hvcnQ='], 'base64 Ed25519 key'],
  ['a key with more behind it', ['--token', 'x', '--update-public-key', `${key.publicKey}\nx`], 'base64 Ed25519 key'],
  ['a token that says more', ['--lab-mode', '--token', 'rme_x$(touch /tmp/x)'], 'characters that a token does not'],
  ['a token with CR LF', ['--lab-mode', '--token', 'rme_x\r\nX: y'], 'characters that a token does not'],
  [
    'a server that says more',
    ['--lab-mode', '--token', 'x', '--server', "http://a';id;'"],
    'characters that an address',
  ],
  ['a server with CR LF', ['--lab-mode', '--token', 'x', '--server', 'http://a\r\nb'], 'characters that an address'],
  [
    'a server with a password',
    ['--lab-mode', '--token', 'x', '--server', 'http://u:p@a'],
    'characters that an address',
  ],
  ['another scheme', ['--lab-mode', '--token', 'x', '--server', 'file:///etc'], 'https://'],
  ['an unknown option', ['--frobnicate'], 'does not know'],
  ['an option without its value', ['--token'], 'needs a value'],
])('%s stops it before anything is asked for', async (_, args, reason) => {
  const { mirror, sandbox } = await setUp();
  const before = mirror.asked.length;
  const ran = await sandbox.run('install.sh', args);
  expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
  expect(mirror.asked.slice(before)).toEqual(['/install.sh']);
  expect(existsSync(sandbox.bin)).toBe(false);
});

test('folders that others may write into, or that lead elsewhere, are refused', async () => {
  const { sandbox, installPinned } = await setUp();
  const lib = dirname(sandbox.bin);
  mkdirSync(lib, { recursive: true });
  chmodSync(dirname(lib), 0o777);
  expect(await installPinned()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('can be written by everybody'),
  });
  chmodSync(dirname(lib), 0o775);
  expect(await installPinned()).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('can be written by its group'),
  });
  const elsewhere = createSandbox(0);
  mkdirSync(join(elsewhere.root, 'usr/local/lib'), { recursive: true });
  symlinkSync(lib, join(elsewhere.root, 'usr/local/lib/rmm-agent'));
  const ran = await sandbox.run('install.sh', ['--token', 'x', '--lab-mode'], { env: { DESTDIR: elsewhere.root } });
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('symbolic link') });
});

test('it waits for a server that is still building the agent', async () => {
  const { mirror, installPinned } = await setUp();
  mirror.refusals.push(503);
  expect(await installPinned()).toMatchObject({ code: 0, stdout: expect.stringContaining('waiting for it') });
});

test.each([
  [4, 4, 'refused the enrollment'],
  [3, 3, '--reset-identity'],
  [1, 1, 'enrollment failed'],
])('when enrolling ends with %i, the code is %i and everything is as before', async (enroll, code, reason) => {
  const { mirror, sandbox, installPinned } = await setUp();
  await installPinned();
  writeFileSync(sandbox.envFile, `${readFileSync(sandbox.envFile, 'utf8')}HTTPS_PROXY=http://proxy:3128\n`);
  const envBefore = readFileSync(sandbox.envFile, 'utf8');
  await mirror.publish({ [x64]: standIn('0.6.0', { enroll }) }, { ...key, version: '0.6.0' });
  expect(await installPinned()).toMatchObject({ code, stderr: expect.stringContaining(reason) });
  expect(readFileSync(sandbox.bin, 'utf8')).toBe(standIn('0.5.0'));
  expect(readFileSync(sandbox.envFile, 'utf8')).toBe(envBefore);
});

test('settings that an administrator added survive a reinstall', async () => {
  const { sandbox, installPinned } = await setUp();
  await installPinned();
  writeFileSync(sandbox.envFile, `${readFileSync(sandbox.envFile, 'utf8')}HTTPS_PROXY=http://proxy:3128\n`);
  await installPinned();
  const lines = readFileSync(sandbox.envFile, 'utf8').split('\n');
  expect(lines).toContain('HTTPS_PROXY=http://proxy:3128');
  expect(lines.filter((line) => line.startsWith('RMM_'))).toHaveLength(2);
});
