import { rejectBatch } from '../../domain/jobs/batches.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { BatchParam, BatchRejected, JobDecision } from '../../schema/jobs.ts';
import { Counted } from '../../schema/refusals.ts';

export const rejectJobBatch = endpoint(
  {
    route: 'POST /api/jobs/batch/:batch_id/reject',
    summary: 'Reject every waiting job of a batch that you may see',
    access: permission('jobs.manage'),
    params: BatchParam,
    body: JobDecision,
    output: BatchRejected,
    refusals: { 409: Counted },
    audits: ['job.batch.reject'],
  },
  (ctx, { params, body }) => rejectBatch(ctx, params.batch_id, body),
);
