import { reject } from '../../domain/jobs/decide.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Job, JobDecision } from '../../schema/jobs.ts';
import { JobUndecided } from '../../schema/refusals.ts';

export const rejectJob = endpoint(
  {
    route: 'POST /api/jobs/:id/reject',
    summary: 'Reject a waiting job',
    access: permission('jobs.manage'),
    params: IdParam,
    body: JobDecision,
    output: Job,
    refusals: { 409: JobUndecided },
    audits: ['job.reject'],
  },
  (ctx, { params, body }) => reject(ctx, params.id, body),
);
