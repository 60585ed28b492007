import { propose } from '../../domain/jobs/propose.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Job, JobCreate } from '../../schema/jobs.ts';
import { AgentsTooOld } from '../../schema/refusals.ts';

export const createJob = endpoint(
  {
    route: 'POST /api/jobs',
    summary: 'Propose a script for a device',
    access: permission('jobs.create'),
    body: JobCreate,
    output: Job,
    status: 201,
    refusals: { 409: AgentsTooOld },
    audits: ['job.propose', 'job.dispatch_unapproved'],
    tool: {
      name: 'propose_job',
      description: 'Propose a script for a device; a person approves it before it runs',
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
  },
  (ctx, { body }) => propose(ctx, body),
);
