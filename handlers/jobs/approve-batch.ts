import { approveBatch } from '../../domain/jobs/batches.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { BatchApproved, BatchParam, JobDecision } from '../../schema/jobs.ts';
import { Counted } from '../../schema/refusals.ts';

export const approveJobBatch = endpoint(
  {
    route: 'POST /api/jobs/batch/:batch_id/approve',
    summary: 'Approve every waiting job of a batch that you may see',
    access: permission('jobs.manage'),
    params: BatchParam,
    body: JobDecision,
    output: BatchApproved,
    refusals: { 409: Counted },
    audits: ['job.batch.approve'],
  },
  (ctx, { params, body }) => approveBatch(ctx, params.batch_id, body),
);
