import { list } from '../../domain/jobs/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { JobList, JobQuery } from '../../schema/jobs.ts';

export const listJobs = endpoint(
  {
    route: 'GET /api/jobs',
    summary: 'List jobs, newest first',
    access: permission('jobs.view'),
    query: JobQuery,
    output: JobList,
    tool: {
      name: 'list_jobs',
      description: 'Jobs with their state and result, newest first, without script and output',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { query }) => list(ctx, query),
);
