/**
 * Jobs from their arrival to the result in the spool. A job runs at most once: its file says `started` before its
 * process can exist, and an id that the spool or the ledger knows is never taken again.
 */
import type { JobRun } from '../../schema/agent.ts';
import { JOB_SCRIPT_MAX_BYTES } from '../../schema/shell.ts';
import type { Outbox } from '../link/outbox.ts';
import type { Log } from '../log.ts';
import type { Ledger } from '../spool/ledger.ts';
import type { Job, Spool } from '../spool/spool.ts';
import { sentence } from '../text.ts';
import { type Ended, notRun, resultFrame } from './result.ts';
import { type Cause, type RunContext, type Running, startJob } from './run.ts';

export const SLOTS = 4;

export type JobQueueContext = {
  spool: Spool;
  ledger: Ledger;
  outbox: Outbox;
  run: RunContext;
  log: Log;
  /** Sends a piece of output if the connection takes it now. */
  sendOutput: (jobId: string, offset: number, text: string) => void;
};
export type JobQueue = ReturnType<typeof openJobQueue>;

/** What to answer a job.run with: an acknowledgement, or one that says why it is never taken. */
export type Receipt = { refused?: string };

export function openJobQueue(context: JobQueueContext) {
  const { spool, ledger, outbox, log } = context;
  const { now } = context.run;
  /** Null while a job is being started. */
  const running = new Map<string, Running | null>();
  /** Ends that arrived while a job was being started. */
  const pendingEnds = new Map<string, Cause>();
  const finishing = new Set<Promise<void>>();
  let isOpen = true;

  /** False when the spool cannot take it. */
  function storeResult(jobId: string, ended: Ended): boolean {
    try {
      if (!spool.addResult(resultFrame(jobId, ended, now()))) return false;
    } catch (error) {
      log('error', 'a result could not be stored', { job: jobId, error: sentence(error) });
      return false;
    }
    queueResult(jobId);
    return true;
  }

  function queueResult(jobId: string) {
    outbox.add({
      id: `${jobId}:result`,
      load: () => spool.readResult(jobId),
      done() {
        ledger.add(jobId);
        spool.removeResult(jobId);
      },
    });
  }

  /** Stores how a job ended; what cannot be stored goes out from memory, and a crash before that is an interruption. */
  function conclude(jobId: string, ended: Ended) {
    if (storeResult(jobId, ended)) return;
    const text = JSON.stringify(resultFrame(jobId, ended, now()));
    if (!running.has(jobId)) spool.removeJob(jobId); // it must not be started any more
    outbox.add({
      id: `${jobId}:result`,
      load: () => text,
      done() {
        ledger.add(jobId);
        spool.removeJob(jobId);
      },
    });
  }

  function finish(jobId: string, ended: Ended) {
    conclude(jobId, ended);
    running.delete(jobId);
    pendingEnds.delete(jobId);
    log('info', 'job ended', { job: jobId, outcome: ended.outcome, exit_code: ended.exit_code ?? '-' });
    fillSlots();
  }

  async function start(job: Job) {
    const begun = await startJob(job, context.run, (offset, text) => context.sendOutput(job.job_id, offset, text));
    if (!('done' in begun)) return finish(job.job_id, begun);
    running.set(job.job_id, begun);
    queueStarted(job.job_id, begun.startedAt);
    const cause = pendingEnds.get(job.job_id);
    if (cause) begun.end(cause);
    finish(job.job_id, await begun.done);
  }

  function queueStarted(jobId: string, at: Date) {
    const frame = { t: 'job.started', id: `${jobId}:started`, job_id: jobId, started_at: at.toISOString() };
    outbox.add({ id: frame.id, load: () => JSON.stringify(frame), done: () => undefined });
  }

  /** `job`'s file says started by now. */
  function launch(job: Job) {
    running.set(job.job_id, null);
    const end = start(job).catch((error: unknown) => {
      log('error', 'a job failed inside the agent', { job: job.job_id, error: sentence(error) });
      finish(job.job_id, notRun('refused', `The agent failed to run the job: ${sentence(error)}`));
    });
    finishing.add(end);
    void end.finally(() => finishing.delete(end));
  }

  function fillSlots() {
    for (const jobId of isOpen ? spool.jobs('queued').slice(0, SLOTS - running.size) : []) {
      try {
        const job = spool.readJob(jobId);
        spool.markStarted(jobId);
        launch(job);
      } catch (error) {
        conclude(jobId, notRun('refused', `The job could not be taken from the spool: ${sentence(error)}`));
      }
    }
  }

  function refuse(jobId: string, reason: string): Receipt {
    log('warn', 'job refused', { job: jobId, reason });
    return storeResult(jobId, notRun('refused', reason)) ? {} : { refused: reason };
  }

  function end(jobId: string, cause: Cause) {
    const job = running.get(jobId);
    if (job) job.end(cause);
    else pendingEnds.set(jobId, cause);
  }

  return {
    /** Ids of the jobs held, queued or running, oldest first. */
    held: () => [...spool.jobs('started'), ...spool.jobs('queued')],

    /** Takes over what an earlier run left: what had started is interrupted for good, the rest runs. */
    async recover() {
      for (const jobId of spool.results()) queueResult(jobId);
      for (const jobId of spool.jobs('started')) {
        await context.run.platform.endTree(jobId, undefined, 0);
        conclude(jobId, notRun('interrupted', 'The agent or the machine restarted while the job ran.'));
      }
      fillSlots();
    },

    /** Durable when it returns without `refused`. Undefined: not now; the server sends it again. */
    receive(frame: JobRun): Receipt | undefined {
      const { job_id, shell, script, timeout_sec } = frame;
      if (spool.has(job_id) || ledger.has(job_id)) return {};
      if (!isOpen) return undefined;
      if (Buffer.byteLength(script) > JOB_SCRIPT_MAX_BYTES) return refuse(job_id, 'The script is too long.');
      const job = { job_id, shell, script, timeout_sec };
      // With a free slot the job is stored as started at once: one fsync less before it runs.
      const isNext = running.size < SLOTS && spool.jobs('queued').length === 0;
      try {
        if (!spool.addJob(job, isNext ? 'started' : 'queued')) return refuse(job_id, 'The spool of the agent is full.');
      } catch (error) {
        return refuse(job_id, `The agent cannot store the job: ${sentence(error)}`);
      }
      if (isNext) launch(job);
      return {};
    },

    /** A job that never arrived is answered as cancelled too, and is known from then on. */
    cancel(job_id: string) {
      if (running.has(job_id)) return end(job_id, 'cancelled');
      if (ledger.has(job_id) || spool.hasResult(job_id)) return;
      conclude(job_id, notRun('cancelled', null));
    },

    /** Ends what runs, as interrupted, and starts nothing more; queued jobs stay for the next start. */
    async stop() {
      isOpen = false;
      for (const jobId of running.keys()) end(jobId, 'interrupted');
      await Promise.all(finishing);
    },
  };
}
