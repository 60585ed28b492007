import { read } from '../../domain/jobs/read.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Job } from '../../schema/jobs.ts';

export const readJob = endpoint(
  {
    route: 'GET /api/jobs/:id',
    summary: 'Read a job with its script and output',
    access: permission('jobs.view'),
    params: IdParam,
    output: Job,
    tool: {
      name: 'get_job',
      description: 'A job with its script, state, exit code and output',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { params }) => read(ctx, params.id),
);
