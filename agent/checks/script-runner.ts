/** Scripts of checks: run as jobs are, with their interpreters, marks and ends, but kept nowhere. */
import { readdirSync, rmSync } from 'node:fs';
import type { CheckRun } from '../../schema/agent-checks.ts';
import type { Ended } from '../jobs/result.ts';
import { type RunContext, startJob } from '../jobs/run.ts';
import { errorCode } from '../text.ts';
import type { CheckContext } from './reading.ts';

/** The signal ends a script in time; the job's own end is only for the case that it does not. */
const MARGIN_SEC = 60;

/** Ends what an earlier run of the agent left running: each has its folder, named by its execution. */
export async function endLeftovers({ platform, runFolder }: RunContext): Promise<void> {
  for (const id of foldersIn(runFolder)) await platform.endTree(id, undefined, 0);
  rmSync(runFolder, { recursive: true, force: true });
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

export function scriptRunner(
  { execution_id, timeout_sec }: CheckRun,
  run: RunContext,
  signal: AbortSignal,
): CheckContext['runScript'] {
  return async (program) => {
    signal.throwIfAborted();
    const job = { ...program, job_id: execution_id, timeout_sec: timeout_sec + MARGIN_SEC };
    const begun = await startJob(job, run, () => undefined);
    return 'done' in begun ? endWith(begun, signal) : begun;
  };
}

async function endWith(
  { end, done }: { end: (cause: 'interrupted') => void; done: Promise<Ended> },
  signal: AbortSignal,
): Promise<Ended> {
  const stop = () => end('interrupted');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop(); // it was aborted while the process came to be
  try {
    return await done;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
