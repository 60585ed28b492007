import { read } from '../../domain/jobs/read.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Job, JobTexts } from '../../schema/jobs.ts';

export const readJob = endpoint(
  {
    route: 'GET /api/jobs/:id',
    summary: 'Read a job with its script and output',
    access: permission('jobs.view'),
    params: IdParam,
    query: JobTexts,
    output: Job,
    tool: {
      name: 'get_job',
      description:
        'One job: state, exit code, its script, and the end of its output. Use it to follow up on a proposal: a job waits as ' +
        'awaiting_approval until a person decides, and nothing here can decide for them. stdout_bytes tells how long the whole ' +
        'output is; a higher output_chars shows more of it.',
      annotations: { readOnlyHint: true, destructiveHint: false },
      defaults: { output_chars: 12_000, script_chars: 12_000 },
      maximums: { output_chars: 40_000, script_chars: 40_000 },
      omits: ['previous_approved'],
    },
  },
  (ctx, { params, query }) => read(ctx, params.id, query),
);
