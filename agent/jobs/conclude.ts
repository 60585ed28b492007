/** From the end of a job to the acknowledgement of its result. */
import type { Outbox } from '../link/outbox.ts';
import { addToOutbox } from '../link/outbox.ts';
import type { Log } from '../log.ts';
import type { Ledger } from '../spool/ledger.ts';
import { addResult, readResult, removeJob, removeResult, type Spool } from '../spool/spool.ts';
import { sentence } from '../text.ts';
import { type Ended, resultFrame } from './result.ts';

export type Results = { spool: Spool; ledger: Ledger; outbox: Outbox; log: Log; now: () => Date };

/** Stores how a job ended and sends it. False when the spool cannot take it. */
export function storeResult(results: Results, jobId: string, ended: Ended): boolean {
  try {
    if (!addResult(results.spool, resultFrame(jobId, ended, results.now()))) return false;
  } catch (error) {
    results.log('error', 'a result could not be stored', { job: jobId, error: sentence(error) });
    return false;
  }
  sendResult(results, jobId);
  return true;
}

/** Sends a stored result until the server has it. The ledger first: a repeated job.run must find the id in one of them. */
export function sendResult({ spool, ledger, outbox }: Results, jobId: string): void {
  addToOutbox(outbox, {
    id: `${jobId}:result`,
    load: () => readResult(spool, jobId),
    done() {
      ledger.add(jobId);
      removeResult(spool, jobId);
    },
  });
}

/** Sends a result that cannot be stored; a crash before it arrives leaves the job's file, and so an interruption. */
export function sendUnstored({ spool, ledger, outbox, now }: Results, jobId: string, ended: Ended): void {
  const text = JSON.stringify(resultFrame(jobId, ended, now()));
  addToOutbox(outbox, {
    id: `${jobId}:result`,
    load: () => text,
    done() {
      ledger.add(jobId);
      removeJob(spool, jobId);
    },
  });
}
