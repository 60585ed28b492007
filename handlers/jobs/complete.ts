import { complete } from '../../domain/jobs/decide.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Job, JobComplete } from '../../schema/jobs.ts';
import { JobFound } from '../../schema/refusals.ts';

export const completeJob = endpoint(
  {
    route: 'POST /api/jobs/:id/complete',
    summary: 'Close a job whose result never arrived',
    access: permission('jobs.manage'),
    params: IdParam,
    body: JobComplete,
    output: Job,
    refusals: { 409: JobFound },
    audits: ['job.complete_manual'],
  },
  (ctx, { params, body }) => complete(ctx, params.id, body),
);
