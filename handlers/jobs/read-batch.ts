import { readBatch } from '../../domain/jobs/batches.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { BatchJobs, BatchParam } from '../../schema/jobs.ts';

export const readJobBatch = endpoint(
  {
    route: 'GET /api/jobs/batch/:batch_id',
    summary: 'List the jobs of a batch that you may see',
    access: permission('jobs.view'),
    params: BatchParam,
    output: BatchJobs,
  },
  (ctx, { params }) => readBatch(ctx, params.batch_id),
);
