import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../../runtime/database.ts';
import { createLog } from '../../runtime/log.ts';
import { migrate } from '../../runtime/migrate.ts';
import { readMigrations } from '../../runtime/migration-files.ts';
import { createDatabase } from '../database.ts';

const log = createLog('silent');
const alone = { appRole: null, log };

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql);
  return folder;
}

/** An empty database and a pool of its owner. */
async function emptyDatabase() {
  const database = await createDatabase({ template: 'template0' });
  onTestFinished(database.drop);
  return database;
}

const TWO = { '000001_first.sql': 'create table first (id int)', '000002_second.sql': 'create table second (id int)' };

const appliedNames = async (sql: Awaited<ReturnType<typeof emptyDatabase>>['ownerSql']) =>
  (await sql<{ name: string }[]>`select name from schema_migrations order by version`).map(({ name }) => name);

test('migrations are applied in order, and once', async () => {
  const { ownerSql } = await emptyDatabase();
  const folder = folderOf(TWO);
  await migrate(ownerSql, folder, alone);
  await migrate(ownerSql, folder, alone);
  expect(await appliedNames(ownerSql)).toEqual(['000001_first', '000002_second']);
});

test('of several starters at once one applies and the others find it done', async () => {
  const { ownerUrl, ownerSql } = await emptyDatabase();
  const folder = folderOf({ ...TWO, '000003_third.sql': 'select pg_sleep(0.05)' });
  const starters = Array.from({ length: 5 }, () => connect(ownerUrl, { max: 1 }));
  await Promise.all(starters.map((sql) => migrate(sql, folder, alone)));
  await Promise.all(starters.map((sql) => sql.end()));
  expect(await appliedNames(ownerSql)).toHaveLength(3);
});

test('a migration that fails leaves nothing behind and is named', async () => {
  const { ownerSql } = await emptyDatabase();
  const folder = folderOf({ ...TWO, '000003_broken.sql': 'create table half (id int); select 1 / 0;' });
  await expect(migrate(ownerSql, folder, alone)).rejects.toThrow(/000003_broken.*division by zero/);
  expect(await appliedNames(ownerSql)).toEqual(['000001_first', '000002_second']);
  expect(await ownerSql`select to_regclass('half') as half`).toMatchObject([{ half: null }]);
});

test('an edited migration stops the start with its name', async () => {
  const { ownerSql } = await emptyDatabase();
  const folder = folderOf(TWO);
  await migrate(ownerSql, folder, alone);
  writeFileSync(join(folder, '000001_first.sql'), 'create table first (id bigint)');
  await expect(migrate(ownerSql, folder, alone)).rejects.toThrow(/000001_first was edited/);
});

test('line ends of another system are no edit', async () => {
  const { ownerSql } = await emptyDatabase();
  const folder = folderOf({ '000001_first.sql': 'create table first (\n  id int\n);\n' });
  await migrate(ownerSql, folder, alone);
  writeFileSync(join(folder, '000001_first.sql'), 'create table first (\r\n  id int\r\n);\r\n');
  await migrate(ownerSql, folder, alone);
});

test('a renamed migration stops the start with its name', async () => {
  const { ownerSql } = await emptyDatabase();
  const folder = folderOf(TWO);
  await migrate(ownerSql, folder, alone);
  renameSync(join(folder, '000002_second.sql'), join(folder, '000002_other.sql'));
  await expect(migrate(ownerSql, folder, alone)).rejects.toThrow(/000002_second .* missing or renamed.*000002_other/);
});

test('a missing migration stops the start, whether the files then have a gap or merely end too early', async () => {
  const { ownerSql } = await emptyDatabase();
  const folder = folderOf(TWO);
  await migrate(ownerSql, folder, alone);
  rmSync(join(folder, '000001_first.sql'));
  await expect(migrate(ownerSql, folder, alone)).rejects.toThrow(/000002_second.*number 1 is missing/);
});

test('a database that is newer than this version is refused', async () => {
  const { ownerSql } = await emptyDatabase();
  const folder = folderOf(TWO);
  await migrate(ownerSql, folder, alone);
  rmSync(join(folder, '000002_second.sql'));
  await expect(migrate(ownerSql, folder, alone)).rejects.toThrow(/newer.*000002_second.*000001_first/);
});

test('a record of migrations with a hole is refused', async () => {
  const { ownerSql } = await emptyDatabase();
  const folder = folderOf(TWO);
  await migrate(ownerSql, folder, alone);
  await ownerSql`delete from schema_migrations where version = 1`;
  await expect(migrate(ownerSql, folder, alone)).rejects.toThrow(/lacks migration 000001_first/);
});

test.each([
  ['the number of another', { '000001_a.sql': '', '000001_b.sql': '' }, /000001_b/],
  ['a gap', { '000001_a.sql': '', '000003_c.sql': '' }, /000003_c.*number 2/],
  ['a wrong name', { '1_a.sql': '' }, /1_a\.sql/],
  ['number zero', { '000000_a.sql': '' }, /000000_a/],
])('files with %s are refused', (_, files: Record<string, string>, message) => {
  const folder = folderOf(files);
  expect(() => readMigrations(folder)).toThrow(message);
});

test('after a kill -9 in the middle the next start goes on where the killed one was', async () => {
  const { ownerSql, ownerUrl } = await emptyDatabase();
  const second = 'create table second (id int); select pg_advisory_xact_lock(42); create table rest (id int);';
  const folder = folderOf({ '000001_first.sql': 'create table first (id int)', '000002_second.sql': second });
  await ownerSql.begin(async (gate) => {
    await gate`select pg_advisory_xact_lock(42)`;
    const starter = startMigrating(ownerUrl, folder);
    await vi.waitUntil(async () => {
      const waiting = await ownerSql`select 1 from pg_locks where locktype = 'advisory' and objid = 42 and not granted`;
      return waiting.length === 1;
    }, WAIT);
    starter.kill('SIGKILL');
    await new Promise((resolve) => starter.once('exit', resolve));
  });
  await migrate(ownerSql, folder, alone);
  expect(await appliedNames(ownerSql)).toEqual(['000001_first', '000002_second']);
  expect(await ownerSql`select to_regclass('rest')::text as rest`).toMatchObject([{ rest: 'rest' }]);
});

const WAIT = { timeout: 20_000, interval: 20 };

function startMigrating(url: string, folder: string): ChildProcess {
  const script = `
    import { connect } from '${new URL('../../runtime/database.ts', import.meta.url)}';
    import { createLog } from '${new URL('../../runtime/log.ts', import.meta.url)}';
    import { migrate } from '${new URL('../../runtime/migrate.ts', import.meta.url)}';
    const [url, folder] = process.argv.slice(1);
    await migrate(connect(url, { max: 1 }), folder, { appRole: null, log: createLog('silent') });`;
  return spawn(process.execPath, ['--input-type=module', '-e', script, url, folder], { stdio: 'inherit' });
}
