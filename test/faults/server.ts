/** A server in a process of its own, which the tests of a file kill and start again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createDatabase, type TestDatabase } from '../database.ts';
import { freePort, type ServerProcess, startServerProcess } from '../server-process.ts';

export const TOKEN = 'fault-test-token';

export interface MortalServer {
  db: TestDatabase;
  url: string;
  /** What it was started with. */
  env: Record<string, string>;
  /** Starts it, unless it runs. */
  start: () => Promise<void>;
  /** Ends it and waits; returns its exit code, null when the signal ended it. */
  kill: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Runs on a database of its own; awaited at the top of a test file, it ends with that. `more` is given its own address. */
export async function startMortalServer(
  more: (url: string) => Record<string, string> = () => ({}),
): Promise<MortalServer> {
  const db = await createDatabase();
  const at = `127.0.0.1:${await freePort()}`;
  const url = `http://${at}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'muster-fault-'));
  const env = {
    RMM_LISTEN: at,
    RMM_DATA_DIR: dataDir,
    RMM_DATABASE_URL: db.url,
    RMM_MIGRATE_DATABASE_URL: db.ownerUrl,
    RMM_ADMIN_TOKEN: TOKEN,
    ...more(url),
  };
  let running: ServerProcess | undefined = await startServerProcess(env);
  const kill = async (signal: NodeJS.Signals) => {
    const code = running ? await running.kill(signal) : null;
    running = undefined;
    return code;
  };
  afterAll(async () => {
    await kill('SIGKILL');
    await db.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    db,
    url,
    env,
    start: async () => {
      running ??= await startServerProcess(env);
    },
    kill,
  };
}
