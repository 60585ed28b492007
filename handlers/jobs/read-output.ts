import { readOutput } from '../../domain/jobs/output.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { JobOutputPart, JobOutputQuery } from '../../schema/jobs.ts';

export const readJobOutput = endpoint(
  {
    route: 'GET /api/jobs/:id/output',
    summary: 'Read the output of a job from a byte offset on, while it runs and afterwards',
    access: permission('jobs.view'),
    params: IdParam,
    query: JobOutputQuery,
    output: JobOutputPart,
  },
  (ctx, { params, query }) => readOutput(ctx, params.id, query.from),
);
