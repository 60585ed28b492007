/** One throw-away PostgreSQL to a test run, with a migrated template that every test file clones (test/database.ts). */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connect, type DatabaseOptions } from '../runtime/database.ts';
import { startEmbeddedPostgres } from '../runtime/embedded-postgres.ts';
import { createLog } from '../runtime/log.ts';
import { migrate } from '../runtime/migrate.ts';
import { type Chromium, prepareChromium } from './e2e/chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    owner: DatabaseOptions;
    app: DatabaseOptions;
    chromium: Chromium;
  }
}

/** Nothing here outlives the run, so nothing needs to reach the disk. */
const THROW_AWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '200',
  autovacuum: 'off', // it would hold databases open that a test drops
};

export const TEMPLATE = 'muster_template';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-test-'));
  const log = createLog('error');
  const reaper = startReaper(folder);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log, settings: THROW_AWAY });
  await makeTemplate(postgres.ownerOptions, postgres.appOptions.username);
  project.provide('owner', postgres.ownerOptions);
  project.provide('app', postgres.appOptions);
  project.provide('chromium', await prepareChromium());
  return async () => {
    await postgres.stop();
    await end(reaper);
  };
}

async function makeTemplate(owner: DatabaseOptions, appRole: string): Promise<void> {
  const sql = connect(owner, { max: 1 });
  await sql`create database ${sql(TEMPLATE)}`;
  await sql.end();
  const template = connect({ ...owner, database: TEMPLATE }, { max: 1, statementTimeoutMs: 0 });
  await migrate(template, join(import.meta.dirname, '../schema/migrations'), { appRole, log: createLog('error') });
  await template.end();
}

/** A process that removes the database when we are gone, however we went: it notices by its stdin, which we hold open. */
function startReaper(folder: string): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'reaper.ts'), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}

async function end(reaper: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => reaper.once('exit', resolve));
  reaper.stdin?.end();
  await ended;
}
