/** A PostgreSQL of our own in the data directory, for trials and small installations without a database server. */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { openDataDirectory, readOrCreateSecret } from './data-directory.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import type { DatabaseOptions } from './database.ts';
import type { Log } from './log.ts';
import { databaseAccount } from './postgres/account.ts';
import { findBinaries } from './postgres/binaries.ts';
import { APP_ROLE, clusterPath, createCluster, DATABASE, OWNER_ROLE, resetPasswords } from './postgres/cluster.ts';
import {
  type Address,
  chooseAddress,
  hasEnded,
  startPostmaster,
  stopProcess,
  takeOver,
} from './postgres/postmaster.ts';
import type { Programs } from './postgres/programs.ts';

export type EmbeddedPostgres = {
  /** Sign-in of the role that owns the schema and applies migrations. */
  ownerOptions: DatabaseOptions;
  /** Sign-in of the application role, which owns nothing. */
  appOptions: DatabaseOptions;
  /** Process number of the running database server. */
  pid(): number | undefined;
  /** Ends the database server (at most 15 s) and frees the data directory. */
  stop(): Promise<void>;
};

type Start = {
  dataDir: string;
  log: Log;
  /** Settings of PostgreSQL that beat postgresql.conf, e.g. `{fsync: 'off'}` in tests. */
  settings?: Record<string, string>;
};

const Passwords = z.object({ owner: z.string(), app: z.string() });

/**
 * Starts PostgreSQL in `dataDir` (made when missing), and starts it again when it dies while we run. Throws a sentence for
 * the operator: no binaries for this platform, directory in use by another Muster, PostgreSQL's own words.
 */
export async function startEmbeddedPostgres({ dataDir, log, settings = {} }: Start): Promise<EmbeddedPostgres> {
  const account = databaseAccount(log);
  const folder = openDataDirectory(dataDir, { passable: account !== undefined });
  const unlock = lockDataDirectory(folder);
  try {
    const programs = { account, binaries: await findBinaries(), cluster: clusterPath(folder) };
    await takeOver(programs.cluster, log);
    const passwords = await prepare(programs, folder);
    const address = await chooseAddress(programs.cluster);
    const server = await supervise(programs, address, settings, log);
    const database = { ...address, database: DATABASE };
    return {
      ownerOptions: { ...database, username: OWNER_ROLE, password: passwords.owner },
      appOptions: { ...database, username: APP_ROLE, password: passwords.app },
      pid: server.pid,
      stop: () => server.stop().finally(unlock),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The cluster and the passwords that fit it. */
async function prepare(programs: Programs, folder: string) {
  const passwordFile = join(folder, 'database-passwords.json');
  const lost = existsSync(programs.cluster) && !existsSync(passwordFile);
  const password = () => randomBytes(24).toString('base64url');
  const make = () => JSON.stringify({ owner: password(), app: password() });
  const passwords = Passwords.parse(JSON.parse(readOrCreateSecret(passwordFile, make)));
  await createCluster(programs, passwords);
  if (lost) await resetPasswords(programs, passwords);
  return passwords;
}

const FIRST_RESTART_MS = 100;
const LAST_RESTART_MS = 10_000;

/** Keeps a database server running: one that ends by itself (kill -9, out of memory) is started again, ever more slowly. */
async function supervise(programs: Programs, address: Address, settings: Record<string, string>, log: Log) {
  let stopping = false;
  let restarting: Promise<void> = Promise.resolve();
  let child: ChildProcess = await startPostmaster(programs, address, settings, log);
  const restart = async () => {
    for (let wait = FIRST_RESTART_MS; !stopping; wait = Math.min(wait * 2, LAST_RESTART_MS)) {
      log.error('the embedded PostgreSQL ended by itself and is started again');
      await sleep(wait);
      try {
        if (!stopping) watch(await startPostmaster(programs, address, settings, log));
        return;
      } catch (error) {
        log.error({ err: error }, 'the embedded PostgreSQL does not start again');
      }
    }
  };
  const watch = (started: ChildProcess) => {
    child = started;
    child.once('exit', () => {
      if (!stopping) restarting = restart();
    });
    if (hasEnded(child) && !stopping) restarting = restart();
  };
  watch(child);
  return {
    pid: () => (hasEnded(child) ? undefined : child.pid),
    stop: async () => {
      stopping = true;
      await restarting;
      if (child.pid !== undefined && !hasEnded(child)) await stopProcess(child.pid);
    },
  };
}
