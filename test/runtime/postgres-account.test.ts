import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../runtime/log.ts';
import { type Account, canReach, databaseAccount } from '../../runtime/postgres/account.ts';
import { findBinaries } from '../../runtime/postgres/binaries.ts';
import { createCluster } from '../../runtime/postgres/cluster.ts';

const log = createLog('silent');
const isRoot = process.getuid?.() === 0;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-account-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.runIf(isRoot)('root runs the database as a system user', () => {
  expect(databaseAccount(log)).toMatchObject({ uid: expect.any(Number) });
  expect(databaseAccount(log)?.uid).toBeGreaterThan(0);
});

test.skipIf(isRoot)('an ordinary user runs the database as himself', () => {
  expect(databaseAccount(log)).toBeUndefined();
});

test('an account reaches a path only if every folder above lets it pass', () => {
  const folder = newFolder();
  const stranger: Account = { name: 'stranger', uid: 65_533, gid: 65_533 };
  mkdirSync(join(folder, 'a', 'b'), { recursive: true });
  expect(canReach(stranger, join(folder, 'a', 'b'))).toBe(false);
  chmodSync(folder, 0o711);
  expect(canReach(stranger, join(folder, 'a', 'b'))).toBe(true);
  chmodSync(join(folder, 'a'), 0o700);
  expect(canReach(stranger, join(folder, 'a', 'b'))).toBe(false);
  expect(canReach({ ...stranger, uid: process.getuid?.() ?? 0 }, join(folder, 'a', 'b'))).toBe(true);
});

test.runIf(isRoot)('root may keep Muster in its own home, which nobody else may enter', async () => {
  const folder = newFolder(); // 0700 as /root is
  const binaries = await findBinaries();
  cpSync(dirname(dirname(binaries.postgres)), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  const own = (path: string) => join(folder, 'native', 'bin', path);
  const programs = {
    binaries: { postgres: own('postgres'), initdb: own('initdb'), pg_ctl: own('pg_ctl') },
    account: databaseAccount(log),
    cluster: join(folder, 'cluster'),
  };
  expect(await createCluster(programs, { owner: 'owner', app: 'app' })).toBe(true);
  expect(readFileSync(join(folder, 'cluster', 'PG_VERSION'), 'utf8').trim()).toBe('18');
});

test('a platform without binaries is told what to do instead', async () => {
  await expect(findBinaries('aix', 'ppc64')).rejects.toThrow(/aix ppc64 is not installed.*RMM_DATABASE_URL/);
});
