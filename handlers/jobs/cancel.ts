import { cancel } from '../../domain/jobs/decide.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Job } from '../../schema/jobs.ts';
import { JobFound } from '../../schema/refusals.ts';

export const cancelJob = endpoint(
  {
    route: 'POST /api/jobs/:id/cancel',
    summary: 'Reject a waiting job, withdraw an undelivered one, or ask a running one to stop',
    access: permission('jobs.manage'),
    params: IdParam,
    output: Job,
    refusals: { 409: JobFound },
    audits: ['job.cancel'],
  },
  (ctx, { params }) => cancel(ctx, params.id),
);
