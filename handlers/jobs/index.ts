import { approveJob } from './approve.ts';
import { approveJobBatch } from './approve-batch.ts';
import { cancelJob } from './cancel.ts';
import { completeJob } from './complete.ts';
import { createJob } from './create.ts';
import { createBulkJob } from './create-bulk.ts';
import { listJobs } from './list.ts';
import { readJob } from './read.ts';
import { readJobBatch } from './read-batch.ts';
import { readJobOutput } from './read-output.ts';
import { rejectJob } from './reject.ts';
import { rejectJobBatch } from './reject-batch.ts';

export const jobs = [
  listJobs,
  createJob,
  createBulkJob,
  readJob,
  readJobOutput,
  approveJob,
  rejectJob,
  cancelJob,
  completeJob,
  readJobBatch,
  approveJobBatch,
  rejectJobBatch,
] as const;
