import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { processIdentity } from '../process-identity.ts';
import { isPostmasterOf, readPidFile } from './pid-file.ts';
import type { Programs } from './programs.ts';
import { stopPostmaster } from './stop.ts';

/**
 * Clears the way for our own start; the caller holds the lock of the data directory. A database server that still runs on
 * the cluster was left by a Muster that was killed: it is stopped, so that the new one has our settings, our log and this
 * version's program. What a killed database server left is for PostgreSQL to judge, except a case that it gets wrong:
 * its old number belongs to another program by now (after a power cut, in a container).
 */
export async function takeOver({ cluster, binaries }: Programs, log: Log): Promise<void> {
  const found = readPidFile(cluster);
  if (!found) return;
  if (isPostmasterOf(cluster, found.pid)) {
    log.warn({ pid: found.pid }, 'stopping the database server that a killed Muster left behind');
    await stopPostmaster(found.pid, binaries);
    return;
  }
  if (await accepts(join(cluster, '.s.PGSQL.5432'))) {
    throw new Error(`the database in ${cluster} is in use from another container: stop that one first`);
  }
  if (processIdentity(found.pid) === undefined) return;
  log.warn({ pid: found.pid }, 'removing a postmaster.pid whose process number belongs to another program by now');
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(cluster, name), { force: true });
}

/** A socket in the file system is answered across containers, where process numbers say nothing. */
async function accepts(socketPath: string): Promise<boolean> {
  const socket = connect(socketPath);
  const accepted = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return accepted;
}
