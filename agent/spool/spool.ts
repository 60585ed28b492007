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
import { openShelf, type Shelf } from './shelf.ts';

export const SPOOL_LIMIT_BYTES = 64 * 1024 * 1024;
/** Kept free for the result of every accepted job: its frame without output is smaller than this. */
const RESULT_RESERVE = 4096;

export const Job = z.object({
  job_id: z.string(),
  shell: Shell,
  script: z.string(),
  args: z.array(z.string()).optional(),
  /** Variables beside the machine's own. */
  env: z.record(z.string(), z.string()).optional(),
  timeout_sec: z.number(),
});
export type Job = z.infer<typeof Job>;
export type JobState = 'queued' | 'started';
export type Spool = { jobs: Shelf; results: Shelf; limit: number; nextSeq: number };

/** Opens what an earlier run left in `folder`. */
export function openSpool(folder: string, limit = SPOOL_LIMIT_BYTES): Spool {
  const jobs = openShelf(join(folder, 'jobs'), ['queued', 'started']);
  const results = openShelf(join(folder, 'results'), ['json']);
  const spool = { jobs, results, limit, nextSeq: 1 + Math.max(jobs.lastSeq(), results.lastSeq()) };
  for (const id of resultIds(spool)) removeJob(spool, id); // a crash came between storing the one and dropping the other
  return spool;
}

export const usedBytes = (spool: Spool) => spool.jobs.bytes() + spool.results.bytes();
export const isSpooled = (spool: Spool, id: string) => spool.jobs.has(id) || spool.results.has(id);
/** Ids of held jobs in the order of their arrival. */
export const jobIds = (spool: Spool, state: JobState) =>
  spool.jobs.items().flatMap(([id, job]) => (job.suffix === state ? [id] : []));
/** Ids of unsent results in the order in which they came to be. */
export const resultIds = (spool: Spool) => spool.results.items().map(([id]) => id);

/** Stores a job. False when the spool is full even without the output of the results in it. @throws on a disk error. */
export function addJob(spool: Spool, job: Job, state: JobState): boolean {
  const text = JSON.stringify(job);
  const bytes = Buffer.byteLength(text);
  // A sixty-fourth stays free for the results that tell of refused jobs.
  if (!makeRoom(spool, bytes + Math.floor(spool.limit / 64), spool.jobs.size() + 1)) return false;
  const held = { seq: spool.nextSeq++, suffix: state, bytes };
  writeDurable(spool.jobs.pathOf(job.job_id, held), text);
  spool.jobs.set(job.job_id, held);
  return true;
}

/** Says durably that this job's process may exist from now on. */
export function markStarted({ jobs }: Spool, id: string): void {
  const started = { ...jobs.get(id), suffix: 'started' };
  renameDurable(jobs.path(id), jobs.pathOf(id, started));
  jobs.set(id, started);
}

/** @throws when the file is damaged. */
export const readJob = ({ jobs }: Spool, id: string): Job => Job.parse(JSON.parse(readFileSync(jobs.path(id), 'utf8')));

/** Forgets a job; nothing happens when it is not there. */
export function removeJob({ jobs }: Spool, id: string): void {
  if (!jobs.has(id)) return;
  rmSync(jobs.path(id), { force: true });
  jobs.delete(id);
}

/** Stores a result in place of its job: whole, else without output. False when not even that can be stored. */
export function addResult(spool: Spool, result: JobResult): boolean {
  const stored = storeResult(spool, result) || storeResult(spool, withoutOutput(result));
  if (stored) removeJob(spool, result.job_id);
  return stored;
}

/** The frame of an unsent result, as JSON. */
export const readResult = ({ results }: Spool, id: string): string => readFileSync(results.path(id), 'utf8');

/** Forgets a result that the server has. */
export function removeResult({ results }: Spool, id: string): void {
  if (!results.has(id)) return;
  rmSync(results.path(id), { force: true });
  results.delete(id);
}

function storeResult(spool: Spool, result: JobResult): boolean {
  const { jobs, results } = spool;
  const id = result.job_id;
  const text = JSON.stringify(result);
  const bytes = Buffer.byteLength(text);
  try {
    // The job gives its reserve to its result.
    if (!makeRoom(spool, bytes, jobs.has(id) ? jobs.size() - 1 : jobs.size())) return false;
    const held = { seq: spool.nextSeq++, suffix: 'json', bytes };
    writeDurable(results.pathOf(id, held), text);
    results.set(id, held);
    return true;
  } catch (error) {
    if (isDiskFull(error)) return false;
    throw error;
  }
}

/** Strips the output of stored results, oldest first, until `bytes` fit beside `reserves` results to come. */
function makeRoom(spool: Spool, bytes: number, reserves: number): boolean {
  const { results, limit } = spool;
  const fits = () => usedBytes(spool) + bytes + reserves * RESULT_RESERVE <= limit;
  if (fits()) return true;
  for (const [id, held] of results.items()) {
    if (held.bytes <= RESULT_RESERVE) continue;
    const bare = JSON.stringify(withoutOutput(JobResult.parse(JSON.parse(readResult(spool, id)))));
    writeDurable(results.path(id), bare);
    results.set(id, { ...held, bytes: Buffer.byteLength(bare) });
    if (fits()) return true;
  }
  return false;
}
