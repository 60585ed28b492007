import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';

const program = join(import.meta.dirname, '../release-agents.ts');

/**
 * Whether this server signs an agent by itself: only a trial on the embedded database, whose operator has named no release
 * key. The private key never lies on a production server (CONTRACT.md, Updates).
 */
export const publishesHostAgent = (config: Pick<Config, 'database' | 'updatePublicKeys'>): boolean =>
  config.database === undefined && config.updatePublicKeys.length === 0;

/**
 * Builds, signs and publishes the agent for this machine with the data directory's own key, unless that is what is
 * published already. In a process of its own, so that neither the start nor a request waits for it; takes 6 s, mostly
 * for compression. Settles when it is done; a failure is in the log, with what the operator can do.
 */
export function publishHostAgent({
  dataDir,
  log,
  signal,
}: {
  dataDir: string;
  log: Log;
  /** Ends the work, e.g. when the server stops. */
  signal?: AbortSignal;
}): Promise<void> {
  const args = ['--disable-warning=ExperimentalWarning', program, '--local', '--data-dir', dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment(), signal });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000);
    });
  return new Promise((resolve) => {
    const failed = (fields: object) => {
      if (!signal?.aborted) log.error({ ...fields, said: said.trim() }, 'the agent for this machine was not published');
      resolve();
    };
    child.once('error', (err) => failed({ err }));
    child.once('close', (code) => {
      if (code !== 0) return failed({ code });
      log.info({ said: said.trim() }, 'the agent for this machine is published');
      resolve();
    });
  });
}

/** A build needs none of the server's secrets. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('RMM_')));
