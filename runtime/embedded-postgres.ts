/** A PostgreSQL of our own in the data directory, for trials and small installations without a database server. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openDataDirectory, readOrCreateSecret } from './data-directory.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import type { DatabaseOptions } from './database.ts';
import type { Log } from './log.ts';
import { databaseAccount } from './postgres/account.ts';
import { findBinaries } from './postgres/binaries.ts';
import { APP_ROLE, createCluster, DATABASE, OWNER_ROLE, type Passwords, resetPasswords } from './postgres/cluster.ts';
import { chooseAddress } from './postgres/postmaster.ts';
import type { Programs } from './postgres/programs.ts';
import { supervise } from './postgres/supervise.ts';
import { takeOver } from './postgres/take-over.ts';

export type EmbeddedPostgres = {
  /** Sign-in of the role that owns the schema and applies migrations. */
  ownerOptions: DatabaseOptions;
  /** Sign-in of the application role, which owns nothing. */
  appOptions: DatabaseOptions;
  /** Process number of the database server; undefined while it is down. */
  pid(): number | undefined;
  /** Ends the database server within 5 s and frees the data directory. */
  stop(): Promise<void>;
};

type Start = {
  dataDir: string;
  log: Log;
  /** Settings of PostgreSQL that beat postgresql.conf, as `{fsync: 'off'}` in tests. */
  settings?: Record<string, string>;
};

/**
 * Starts PostgreSQL in `dataDir`, which is made when missing, and starts it again when it dies while we run. Throws a
 * sentence for the operator: no binaries for this platform, directory in use by another Muster, PostgreSQL's own words.
 */
export async function startEmbeddedPostgres({ dataDir, log, settings = {} }: Start): Promise<EmbeddedPostgres> {
  const account = databaseAccount(log);
  const folder = openDataDirectory(dataDir, { passable: account !== undefined });
  const unlock = lockDataDirectory(folder);
  try {
    const programs = { account, binaries: await findBinaries(), cluster: join(folder, 'postgres') };
    await takeOver(programs, log);
    const passwords = await prepare(programs, join(folder, 'database-passwords.json'));
    const address = await chooseAddress(programs.cluster);
    const server = await supervise({ programs, address, settings, log });
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

const PasswordFile = z.object({ owner: z.string(), app: z.string() });

/** The cluster, and the passwords that fit it: new ones when their file was lost, as in a backup of the cluster alone. */
async function prepare(programs: Programs, passwordFile: string): Promise<Passwords> {
  const lost = existsSync(programs.cluster) && !existsSync(passwordFile);
  const password = () => randomBytes(24).toString('base64url');
  const make = () => JSON.stringify({ owner: password(), app: password() });
  const passwords = PasswordFile.parse(JSON.parse(readOrCreateSecret(passwordFile, make)));
  await createCluster(programs, passwords);
  if (lost) await resetPasswords(programs, passwords);
  return passwords;
}
