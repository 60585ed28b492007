import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

/** As libuv names the threads of its pool since 1.50. */
const POOL_THREAD = 'libuv-worker';

/**
 * Lets the thread pool (password hashing above all, then compression and files) use only what the event loop and the
 * database leave of the processors: a thread that becomes runnable takes their place at once. On two cores and under 200
 * wrong passwords a second this decides what agents notice (bench/login-flood.ts). Linux schedules threads one by one;
 * elsewhere nothing happens. @returns how many threads stand back
 */
export async function lowerThreadPool(): Promise<number> {
  if (process.platform !== 'linux') return 0;
  await stat('/proc/self'); // the pool starts with its first work, all of it at once
  let lowered = 0;
  for (const id of readdirSync('/proc/self/task')) {
    if (nameOf(id) !== POOL_THREAD) continue;
    setPriority(Number(id), constants.priority.PRIORITY_BELOW_NORMAL);
    lowered += 1;
  }
  return lowered;
}

function nameOf(id: string): string | undefined {
  try {
    return readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim();
  } catch {
    return undefined; // it ended meanwhile
  }
}
