import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect, type DatabaseOptions, type Sql } from '../../runtime/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../runtime/embedded-postgres.ts';
import { createLog } from '../../runtime/log.ts';
import { processIdentity } from '../../runtime/process-identity.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const log = createLog('silent');

/** A folder as `mktemp -d` makes it, 0700: as root, the database's system user then needs help to pass. */
function newFolder(mode = 0o700): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-embedded-'));
  chmodSync(folder, mode);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  onTestFinished(() => postgres.stop());
  return postgres;
}

function open(options: DatabaseOptions): Sql {
  const sql = connect(options, { max: 1 });
  onTestFinished(() => sql.end({ timeout: 1 }));
  return sql;
}

/** Another process with the database of `dataDir`; it says on stdout which one serves it. */
async function startElsewhere(dataDir: string): Promise<{ owner: ChildProcess; postmaster: number }> {
  const owner = spawn(process.execPath, [join(import.meta.dirname, 'embedded-owner.ts'), dataDir]);
  onTestFinished(() => void owner.kill('SIGKILL'));
  let errors = '';
  owner.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  for await (const line of createInterface(owner.stdout)) {
    const postmaster = Number(line);
    onTestFinished(() => void (isGone(postmaster) || process.kill(postmaster, 'SIGQUIT')));
    return { owner, postmaster };
  }
  throw new Error(`the other process ended without a database: ${errors}`);
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

const isGone = (pid: number) => processIdentity(pid) === undefined;

/** Commits a row, and leaves its session open. */
async function writeRow(postgres: EmbeddedPostgres): Promise<void> {
  const sql = open(postgres.ownerOptions);
  await sql`create table if not exists kept (id int)`;
  await sql`insert into kept values (1)`;
}

const countRows = async (postgres: EmbeddedPostgres) =>
  (await open(postgres.ownerOptions)<{ count: number }[]>`select count(*) from kept`)[0]?.count;

test('a first start makes the two roles, private files and nobody who could sign in as superuser', async () => {
  const folder = join(newFolder(), 'data');
  const { ownerOptions, appOptions } = await start(folder);
  const app = open(appOptions);
  expect([
    ...(await app`
      select rolname, rolsuper, rolcreaterole from pg_roles where rolname like 'muster%' order by rolname`),
  ]).toEqual([
    { rolname: 'muster_app', rolsuper: false, rolcreaterole: false },
    { rolname: 'muster_owner', rolsuper: false, rolcreaterole: false },
  ]);
  await expect(app`create table public.loot (id int)`).rejects.toMatchObject({ code: '42501' });
  await expect(open({ ...ownerOptions, username: 'postgres', password: '' })`select 1`).rejects.toThrow();
  await expect(open({ ...ownerOptions, password: 'wrong' })`select 1`).rejects.toMatchObject({ code: '28P01' });
  expect(statSync(join(folder, 'database-passwords.json')).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'postgres')).mode & 0o777).toBe(0o700);
  expect(statSync(folder).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
});

test('data survives a stop with open sessions and a start', async () => {
  const folder = newFolder();
  const first = await start(folder);
  await writeRow(first);
  const pid = first.pid();
  await first.stop();
  expect(pid && isGone(pid)).toBe(true);
  expect(await countRows(await start(folder))).toBe(1);
});

test('a second Muster on the directory is refused while the first lives, and the first is not disturbed', async () => {
  const folder = newFolder();
  const { owner } = await startElsewhere(folder);
  await expect(startEmbeddedPostgres({ dataDir: folder, log })).rejects.toThrow(
    `the data directory ${folder} is in use by another Muster (process ${owner.pid})`,
  );
  expect(existsSync(join(folder, 'muster.lock'))).toBe(true);
  await kill(owner);
  await start(folder);
});

test('of many starters after a crash exactly one gets the directory', async () => {
  const folder = newFolder();
  await kill((await startElsewhere(folder)).owner);
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => startElsewhere(folder)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('what a killed Muster left running is replaced, and nothing that was committed is lost', async () => {
  const folder = newFolder();
  const first = await start(folder);
  await writeRow(first);
  await first.stop();
  const { owner, postmaster } = await startElsewhere(folder);
  await kill(owner);
  expect(isGone(postmaster)).toBe(false);
  const next = await start(folder);
  expect(isGone(postmaster)).toBe(true);
  expect(await countRows(next)).toBe(1);
});

test('a database server that is killed is started again, with what was committed', async () => {
  const postgres = await start(newFolder());
  await writeRow(postgres);
  const killed = postgres.pid();
  if (killed === undefined) throw new Error('the database server is down');
  process.kill(killed, 'SIGKILL');
  await vi.waitUntil(() => ![killed, undefined].includes(postgres.pid()), WAIT);
  await vi.waitUntil(() => countRows(postgres).catch(() => undefined), WAIT);
  expect(await countRows(postgres)).toBe(1);
});

test('after a power cut the start recovers, even if the old process number is taken by another program', async () => {
  const folder = newFolder();
  const first = await start(folder);
  await writeRow(first);
  await first.stop();
  const { owner, postmaster } = await startElsewhere(folder);
  await kill(owner);
  process.kill(postmaster, 'SIGKILL');
  await vi.waitUntil(() => isGone(postmaster), WAIT);
  replacePid(join(folder, 'postgres', 'postmaster.pid'), postmaster, startStranger(join(folder, 'postgres')));
  expect(await countRows(await start(folder))).toBe(1);
});

/** A program of the database's user that has nothing to do with it: only that user's are taken for a postmaster. */
function startStranger(cluster: string): number {
  const { uid, gid } = statSync(cluster);
  const identity = process.getuid?.() === 0 ? { uid, gid } : {};
  const stranger = spawn('sleep', ['60'], { ...identity, cwd: '/', stdio: 'ignore' });
  onTestFinished(() => void stranger.kill());
  return stranger.pid ?? 0;
}

function replacePid(file: string, from: number, to: number): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  expect(lines[0]).toBe(String(from));
  writeFileSync(file, [to, ...lines.slice(1)].join('\n'));
}

test('a first start that was killed half-way is begun anew', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'postgres.new', 'base'), { recursive: true });
  writeFileSync(join(folder, 'postgres.new', 'PG_VERSION'), '18');
  await writeRow(await start(folder));
  expect(existsSync(join(folder, 'postgres.new'))).toBe(false);
});

test('lost passwords are replaced', async () => {
  const folder = newFolder();
  const first = await start(folder);
  await writeRow(first);
  await first.stop();
  rmSync(join(folder, 'database-passwords.json'));
  const second = await start(folder);
  expect(await countRows(second)).toBe(1);
  await open(second.appOptions)`select 1`;
});

test('a path that is too long for a Unix socket is served on a loopback port', async () => {
  const folder = join(newFolder(), 'x'.repeat(100));
  const { ownerOptions, appOptions } = await start(folder);
  expect(ownerOptions.host).toBe('127.0.0.1');
  await open(appOptions)`select 1`;
});

test('a folder through which everybody may pass will do as well', async () => {
  const { appOptions } = await start(join(newFolder(0o711), 'data'));
  await open(appOptions)`select 1`;
});

test('a data directory that others may write into is refused', async () => {
  await expect(startEmbeddedPostgres({ dataDir: newFolder(0o777), log })).rejects.toThrow(/written by other users/);
});

test("PostgreSQL's own words tell why it does not start, and the directory is free again", async () => {
  const folder = newFolder();
  await (await start(folder)).stop();
  const broken = startEmbeddedPostgres({ dataDir: folder, log, settings: { shared_buffers: 'lots' } });
  await expect(broken).rejects.toThrow(/does not start: .*shared_buffers/);
  await start(folder);
});
