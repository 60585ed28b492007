import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { openDataDirectory, readOrCreateSecret } from '../../runtime/data-directory.ts';
import { lockDataDirectory } from '../../runtime/data-directory-lock.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a new directory is private, or lets the system user of the database pass, whatever the umask', () => {
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  const folder = newFolder();
  expect(modeOf(openDataDirectory(join(folder, 'a', 'b'), { passable: false }))).toBe(0o700);
  expect(modeOf(openDataDirectory(join(folder, 'c'), { passable: true }))).toBe(0o711);
});

test('an existing directory keeps its mode, but not one that others may write into', () => {
  const folder = join(newFolder(), 'data');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  expect(modeOf(openDataDirectory(folder, { passable: false }))).toBe(0o755);
  chmodSync(folder, 0o775);
  expect(() => openDataDirectory(folder, { passable: false })).toThrow(folder);
});

test('a secret is made once, for its owner alone, and nothing is left beside it', () => {
  const folder = newFolder();
  const path = join(folder, 'admin-token');
  expect(readOrCreateSecret(path, () => 'first')).toBe('first');
  expect(readOrCreateSecret(path, () => 'second')).toBe('first');
  expect(modeOf(path)).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['admin-token']);
});

test('starters at once all get the same secret', async () => {
  const path = join(newFolder(), 'secret.key');
  const module = new URL('../../runtime/data-directory.ts', import.meta.url).href;
  const script = `
    const { readOrCreateSecret } = await import(${JSON.stringify(module)});
    const { parentPort, threadId } = await import('node:worker_threads');
    parentPort.postMessage(readOrCreateSecret(${JSON.stringify(path)}, () => 'made by ' + threadId));`;
  const secretOf = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(`(async () => {${script}})()`, { eval: true });
      worker.once('message', resolve).once('error', reject);
    });
  expect(new Set(await Promise.all(Array.from({ length: 6 }, secretOf))).size).toBe(1);
});

test('an empty secret file is an error that names it, for a new secret would not open what the lost one closed', () => {
  const path = join(newFolder(), 'secret.key');
  writeFileSync(path, '\n');
  expect(() => readOrCreateSecret(path, () => 'new')).toThrow(path);
});

test('a lock keeps others out until it is freed', () => {
  const folder = newFolder();
  const unlock = lockDataDirectory(folder);
  expect(() => lockDataDirectory(folder)).toThrow(`process ${process.pid}`);
  unlock();
  lockDataDirectory(folder)();
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['a process that has ended', { pid: 2 ** 22 + 1, identity: 'x' }],
  ['a process whose number another one has now', { pid: process.pid, identity: 'another boot/1' }],
  ['a power cut, which left it empty', undefined],
])('the lock of %s is taken over', (_, holder) => {
  const folder = newFolder();
  writeFileSync(join(folder, 'muster.lock'), JSON.stringify(holder) ?? '');
  lockDataDirectory(folder)();
  expect(readdirSync(folder)).toEqual([]);
});
