import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded, type Launch, startPostmaster } from './postmaster.ts';
import { stopPostmaster } from './stop.ts';

export type Supervised = {
  /** Process number of the database server; undefined while it is down. */
  pid(): number | undefined;
  stop(): Promise<void>;
};

const FIRST_WAIT_MS = 100;
const LAST_WAIT_MS = 10_000;

/** Starts a database server and starts it again, ever more slowly, when it ends by itself (kill -9, out of memory). */
export async function supervise(launch: Launch): Promise<Supervised> {
  const { log, programs } = launch;
  const stopping = new AbortController();
  let child = await startPostmaster(launch, stopping.signal);
  let restarted = Promise.resolve();

  const watch = (started: ChildProcess) => {
    child = started;
    const onExit = () => {
      if (!stopping.signal.aborted) restarted = restart();
    };
    if (hasEnded(child)) onExit();
    else child.once('exit', onExit);
  };
  const restart = async () => {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LAST_WAIT_MS)) {
      log.error({ pid: child.pid }, 'the embedded PostgreSQL ended by itself and is started again');
      try {
        await sleep(wait, undefined, { signal: stopping.signal });
        watch(await startPostmaster(launch, stopping.signal));
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.error({ err: error }, 'the embedded PostgreSQL does not start again');
      }
    }
  };

  watch(child);
  return {
    pid: () => (hasEnded(child) ? undefined : child.pid),
    stop: async () => {
      stopping.abort();
      await restarted;
      if (child.pid !== undefined && !hasEnded(child)) await stopPostmaster(child.pid, programs.binaries);
    },
  };
}
