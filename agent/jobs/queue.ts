/**
 * Jobs from their arrival to their result. A job runs at most once: its file says `started` before its process can
 * exist, and an id that the spool or the ledger knows is never taken again.
 */
import { rmSync } from 'node:fs';
import type { JobRun } from '../../schema/agent.ts';
import { JOB_SCRIPT_MAX_BYTES } from '../../schema/shell.ts';
import { addToOutbox } from '../link/outbox.ts';
import { addJob, isSpooled, type Job, jobIds, markStarted, readJob, removeJob, resultIds } from '../spool/spool.ts';
import { sentence } from '../text.ts';
import { type Results, sendResult, sendUnstored, storeResult } from './conclude.ts';
import { type Ended, notRun } from './result.ts';
import { type Cause, type RunContext, type Running, startJob } from './run.ts';

export const SLOTS = 4;

export type JobQueue = {
  results: Results;
  run: RunContext;
  /** Sends a piece of output if the connection takes it now. */
  sendOutput: (jobId: string, offset: number, text: string) => void;
  /** Null while a job is being started. */
  running: Map<string, Running | null>;
  /** Ends that arrived while a job was being started. */
  pendingEnds: Map<string, Cause>;
  finishing: Set<Promise<void>>;
  isOpen: boolean;
};

/** What to answer a job.run with: an acknowledgement, or one that says why it is never taken. */
export type Receipt = { refused?: string };

export function openJobQueue(parts: Pick<JobQueue, 'results' | 'run' | 'sendOutput'>): JobQueue {
  return { ...parts, running: new Map(), pendingEnds: new Map(), finishing: new Set(), isOpen: true };
}

/** Ids of the jobs held, queued or running, oldest first. */
export const heldJobs = ({ results: { spool } }: JobQueue) => [...jobIds(spool, 'started'), ...jobIds(spool, 'queued')];

/** Takes over what an earlier run left: what had started is interrupted for good, the rest runs. */
export async function recoverJobs(queue: JobQueue): Promise<void> {
  const { results, run } = queue;
  for (const jobId of resultIds(results.spool)) sendResult(results, jobId);
  for (const jobId of jobIds(results.spool, 'started')) {
    await run.platform.endTree(jobId, undefined, 0);
    const ended = notRun('interrupted', 'The agent or the machine restarted while the job ran.');
    if (!storeResult(results, jobId, ended)) sendUnstored(results, jobId, ended);
  }
  rmSync(run.runFolder, { recursive: true, force: true }); // scripts of the jobs that were interrupted
  fillSlots(queue);
}

/** Durable when it returns without `refused`. Undefined: not now; the server sends it again. */
export function receiveJob(queue: JobQueue, frame: JobRun): Receipt | undefined {
  const { spool, ledger } = queue.results;
  const { job_id, shell, script, args, env, timeout_sec } = frame;
  if (isSpooled(spool, job_id) || ledger.has(job_id)) return {};
  if (!queue.isOpen) return undefined;
  if (Buffer.byteLength(script) > JOB_SCRIPT_MAX_BYTES) return refuse(queue, job_id, 'The script is too long.');
  const job = { job_id, shell, script, args, env, timeout_sec };
  // With a free slot the job is stored as started at once: one fsync less before it runs.
  const isNext = queue.running.size < SLOTS && jobIds(spool, 'queued').length === 0;
  try {
    const isStored = addJob(spool, job, isNext ? 'started' : 'queued');
    if (!isStored) return refuse(queue, job_id, 'The spool of the agent is full.');
  } catch (error) {
    return refuse(queue, job_id, `The agent cannot store the job: ${sentence(error)}`);
  }
  if (isNext) launch(queue, job);
  return {};
}

/** A job that never arrived is answered as cancelled too, and is known from then on. */
export function cancelJob(queue: JobQueue, jobId: string): void {
  const { spool, ledger } = queue.results;
  if (queue.running.has(jobId)) endJob(queue, jobId, 'cancelled');
  else if (!ledger.has(jobId) && !spool.results.has(jobId)) settleUnstarted(queue, jobId, notRun('cancelled', null));
}

/** Ends what runs, as interrupted, and starts nothing more; queued jobs stay for the next start. */
export async function stopJobs(queue: JobQueue): Promise<void> {
  queue.isOpen = false;
  for (const jobId of queue.running.keys()) endJob(queue, jobId, 'interrupted');
  await Promise.all(queue.finishing);
}

function fillSlots(queue: JobQueue): void {
  const { spool } = queue.results;
  const next = queue.isOpen ? jobIds(spool, 'queued').slice(0, SLOTS - queue.running.size) : [];
  for (const jobId of next) {
    try {
      const job = readJob(spool, jobId);
      markStarted(spool, jobId);
      launch(queue, job);
    } catch (error) {
      const reason = `The job could not be taken from the spool: ${sentence(error)}`;
      settleUnstarted(queue, jobId, notRun('refused', reason));
    }
  }
}

/** `job`'s file says started by now. */
function launch(queue: JobQueue, job: Job): void {
  const { job_id } = job;
  queue.running.set(job_id, null);
  const end = runToEnd(queue, job).catch((error: unknown) => {
    finish(queue, job_id, notRun('refused', `The agent failed to run the job: ${sentence(error)}`));
  });
  queue.finishing.add(end);
  void end.finally(() => queue.finishing.delete(end));
}

async function runToEnd(queue: JobQueue, job: Job): Promise<void> {
  const { job_id } = job;
  const begun = await startJob(job, queue.run, (offset, text) => queue.sendOutput(job_id, offset, text));
  if (!('done' in begun)) return finish(queue, job_id, begun);
  queue.running.set(job_id, begun);
  const frame = { t: 'job.started', id: `${job_id}:started`, job_id, started_at: begun.startedAt.toISOString() };
  addToOutbox(queue.results.outbox, { id: frame.id, load: () => JSON.stringify(frame), done: () => undefined });
  const cause = queue.pendingEnds.get(job_id);
  if (cause) begun.end(cause);
  finish(queue, job_id, await begun.done);
}

function finish(queue: JobQueue, jobId: string, ended: Ended): void {
  const { results, running, pendingEnds } = queue;
  if (!storeResult(results, jobId, ended)) sendUnstored(results, jobId, ended);
  running.delete(jobId);
  pendingEnds.delete(jobId);
  results.log('info', 'job ended', { job: jobId, outcome: ended.outcome, exit_code: ended.exit_code ?? '-' });
  fillSlots(queue);
}

/** For a job that must not start any more: it leaves the queue even when its result cannot be stored. */
function settleUnstarted({ results }: JobQueue, jobId: string, ended: Ended): void {
  if (storeResult(results, jobId, ended)) return;
  removeJob(results.spool, jobId);
  sendUnstored(results, jobId, ended);
}

function refuse({ results }: JobQueue, jobId: string, reason: string): Receipt {
  results.log('warn', 'job refused', { job: jobId, reason });
  return storeResult(results, jobId, notRun('refused', reason)) ? {} : { refused: reason };
}

function endJob({ running, pendingEnds }: JobQueue, jobId: string, cause: Cause): void {
  const job = running.get(jobId);
  if (job) job.end(cause);
  else pendingEnds.set(jobId, cause);
}
