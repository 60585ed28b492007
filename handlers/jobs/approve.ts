import { approve } from '../../domain/jobs/decide.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Job, JobDecision } from '../../schema/jobs.ts';
import { JobUndecided } from '../../schema/refusals.ts';

export const approveJob = endpoint(
  {
    route: 'POST /api/jobs/:id/approve',
    summary: 'Approve a waiting job, which dispatches it',
    access: permission('jobs.manage'),
    params: IdParam,
    body: JobDecision,
    output: Job,
    refusals: { 409: JobUndecided },
    audits: ['job.approve'],
  },
  (ctx, { params, body }) => approve(ctx, params.id, body),
);
