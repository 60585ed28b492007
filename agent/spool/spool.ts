/**
 * Accepted jobs and unsent results on disk, a file each, at most `limit` bytes together (CONTRACT.md, Agent protocol).
 * A job's file is `<seq>-<job id>.queued`, renamed to `.started` before its process exists; a result's is
 * `<seq>-<job id>.json` and holds the frame. Whatever a call has stored is durable when it returns.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { JobResult } from '../../schema/agent.ts';
import { Shell } from '../../schema/shell.ts';
import { renameDurable, writeDurable } from '../files.ts';
import { withoutOutput } from '../jobs/result.ts';
import { isDiskFull } from '../text.ts';
import { openShelf } from './shelf.ts';

export const SPOOL_LIMIT_BYTES = 64 * 1024 * 1024;
/** Kept free for the result of every accepted job: its frame without output is smaller than this. */
const RESULT_RESERVE = 4096;

export const Job = z.object({ job_id: z.string(), shell: Shell, script: z.string(), timeout_sec: z.number() });
export type Job = z.infer<typeof Job>;
export type JobState = 'queued' | 'started';
export type Spool = ReturnType<typeof openSpool>;

/** Opens what an earlier run left in `folder`. */
export function openSpool(folder: string, limit = SPOOL_LIMIT_BYTES) {
  const jobs = openShelf(join(folder, 'jobs'), ['queued', 'started']);
  const results = openShelf(join(folder, 'results'), ['json']);
  let nextSeq = 1 + Math.max(jobs.lastSeq(), results.lastSeq());
  const used = () => jobs.bytes() + results.bytes();

  function dropJob(id: string) {
    rmSync(jobs.path(id), { force: true });
    jobs.delete(id);
  }

  /** Strips the output of stored results, oldest first, until `bytes` fit beside `reserves` results to come. */
  function makeRoom(bytes: number, reserves: number): boolean {
    const fits = () => used() + bytes + reserves * RESULT_RESERVE <= limit;
    if (fits()) return true;
    for (const [id, held] of results.items()) {
      if (held.bytes <= RESULT_RESERVE) continue;
      const bare = JSON.stringify(withoutOutput(JobResult.parse(JSON.parse(readResult(id)))));
      writeDurable(results.path(id), bare);
      results.set(id, { ...held, bytes: Buffer.byteLength(bare) });
      if (fits()) return true;
    }
    return false;
  }

  function readResult(id: string): string {
    return readFileSync(results.path(id), 'utf8');
  }

  function storeResult(id: string, text: string): boolean {
    const bytes = Buffer.byteLength(text);
    try {
      if (!makeRoom(bytes, jobs.has(id) ? jobs.size() - 1 : jobs.size())) return false;
      const held = { seq: nextSeq++, suffix: 'json', bytes };
      writeDurable(results.pathOf(id, held), text);
      results.set(id, held);
      return true;
    } catch (error) {
      if (isDiskFull(error)) return false;
      throw error;
    }
  }

  for (const [id] of results.items()) if (jobs.has(id)) dropJob(id); // a crash between storing one and dropping the other

  return {
    used,
    has: (id: string) => jobs.has(id) || results.has(id),
    hasResult: (id: string) => results.has(id),
    /** Ids of held jobs in the order of their arrival. */
    jobs: (state: JobState) => jobs.items().flatMap(([id, job]) => (job.suffix === state ? [id] : [])),
    /** Ids of unsent results in the order in which they came to be. */
    results: () => results.items().map(([id]) => id),

    /** Stores a job. False when the spool is full even without the output of the results in it. @throws on a disk error. */
    addJob(job: Job, state: JobState): boolean {
      const text = JSON.stringify(job);
      const bytes = Buffer.byteLength(text);
      // A sixty-fourth stays free for the results that tell of refused jobs.
      if (!makeRoom(bytes + Math.floor(limit / 64), jobs.size() + 1)) return false;
      const held = { seq: nextSeq++, suffix: state, bytes };
      writeDurable(jobs.pathOf(job.job_id, held), text);
      jobs.set(job.job_id, held);
      return true;
    },

    /** Says durably that this job's process may exist from now on. */
    markStarted(id: string): void {
      const started = { ...jobs.get(id), suffix: 'started' };
      renameDurable(jobs.path(id), jobs.pathOf(id, started));
      jobs.set(id, started);
    },

    /** @throws when the file is damaged. */
    readJob: (id: string): Job => Job.parse(JSON.parse(readFileSync(jobs.path(id), 'utf8'))),

    /** Stores a result in place of its job: whole, else without output. False when not even that can be stored. */
    addResult(result: JobResult): boolean {
      const id = result.job_id;
      const stored = storeResult(id, JSON.stringify(result)) || storeResult(id, JSON.stringify(withoutOutput(result)));
      if (stored && jobs.has(id)) dropJob(id);
      return stored;
    },

    /** Forgets a job; nothing happens when it is not there. */
    removeJob(id: string): void {
      if (jobs.has(id)) dropJob(id);
    },

    /** The frame of an unsent result, as JSON. */
    readResult,

    /** Forgets a result that the server has. */
    removeResult(id: string): void {
      if (!results.has(id)) return;
      rmSync(results.path(id), { force: true });
      results.delete(id);
    },
  };
}
