import { run } from '../../domain/scripts/run.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Job } from '../../schema/jobs.ts';
import { AgentsTooOld } from '../../schema/refusals.ts';
import { RunScript } from '../../schema/scripts.ts';

export const runScript = endpoint(
  {
    route: 'POST /api/devices/:id/run-script',
    summary: 'Propose a script of the library for a device',
    access: permission('jobs.create'),
    params: IdParam,
    body: RunScript,
    output: Job,
    status: 201,
    refusals: { 409: AgentsTooOld },
    audits: ['job.propose', 'job.dispatch_unapproved'],
  },
  (ctx, { params, body }) => run(ctx, params.id, body),
);
