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
      description:
        'Runs of scripts on devices, newest first, with state, exit code, who proposed and who decided; without script and output, ' +
        'which get_job has. status awaiting_approval lists what waits for a person.',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { query }) => list(ctx, query),
);
