import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSecretBox } from '../../runtime/secret-box.ts';
import { readSecretKeys } from '../../runtime/secret-keys.ts';

const [old, current] = [randomBytes(32), randomBytes(32)];
const box = createSecretBox([current], randomBytes);

test('what was sealed opens at its place, and reads nowhere in what is stored', () => {
  const sealed = box.seal('totp:secret:1', 'JBSWY3DPEHPK3PXP ü');
  expect(box.open('totp:secret:1', sealed)).toBe('JBSWY3DPEHPK3PXP ü');
  expect(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('JBSWY');
  expect(box.seal('totp:secret:1', 'JBSWY3DPEHPK3PXP ü')).not.toBe(sealed);
});

test('it opens at no other place, nor when a bit of it was changed', () => {
  const sealed = box.seal('totp:secret:1', 'secret');
  expect(() => box.open('totp:secret:2', sealed)).toThrow('belongs to another place');
  const parts = sealed.split('.');
  for (const part of [2, 3]) {
    const bytes = Buffer.from(parts[part] ?? '', 'base64url');
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    const forged = parts.with(part, bytes.toString('base64url')).join('.');
    expect(() => box.open('totp:secret:1', forged)).toThrow('was changed');
  }
  for (const nonsense of ['', 'v1', 'v2.a.b.c', 'v1.a.b.c', sealed.slice(0, 20), `${sealed}.`])
    expect(() => box.open('totp:secret:1', nonsense)).toThrow('no sealed secret');
});

test('a new first key opens what the old one sealed, tells that it is stale, and seals by itself', () => {
  const before = createSecretBox([old], randomBytes).seal('a:b:1', 'secret');
  const rotating = createSecretBox([current, old], randomBytes);
  expect(rotating.open('a:b:1', before)).toBe('secret');
  expect(rotating.isStale(before)).toBe(true);
  const after = rotating.seal('a:b:1', 'secret');
  expect(rotating.isStale(after)).toBe(false);
  expect(box.open('a:b:1', after)).toBe('secret');
  expect(() => box.open('a:b:1', before)).toThrow('does not hold any more');
});

test('the key in the data directory is made once, and one that was damaged stops the start', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'muster-test-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const made = readSecretKeys({ secretKeys: [], dataDir }, randomBytes);
  expect(made.map((key) => key.length)).toEqual([32]);
  expect(readSecretKeys({ secretKeys: [], dataDir }, randomBytes)).toEqual(made);
  expect(readSecretKeys({ secretKeys: [current, old], dataDir }, randomBytes)).toEqual([current, old]);
  writeFileSync(join(dataDir, 'secret.key'), randomBytes(31).toString('base64'));
  expect(() => readSecretKeys({ secretKeys: [], dataDir }, randomBytes)).toThrow('restore it from a backup');
});
