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
      description:
        'Propose a script for one device. Nothing runs yet: the job waits until a person with the right to do so approves it, who ' +
        "sees the script and the description; say in the description what it does and why. Answers the job's id, for get_job. " +
        'Propose the smallest script that does what was asked, and do not propose the same again while it waits.',
      annotations: { readOnlyHint: false, destructiveHint: false },
      hides: ['require_approval'],
      omits: ['script', 'args', 'env', 'stdout', 'late_result', 'previous_approved'],
    },
  },
  (ctx, { body }) => propose(ctx, body),
);
