import { proposeBulk } from '../../domain/jobs/propose-bulk.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { JobBulkCreate, JobBulkCreated } from '../../schema/jobs.ts';
import { AgentsTooOld } from '../../schema/refusals.ts';

export const createBulkJob = endpoint(
  {
    route: 'POST /api/jobs/bulk',
    summary: 'Propose a script for many devices, in one batch for each company',
    access: permission('jobs.create'),
    body: JobBulkCreate,
    output: JobBulkCreated,
    status: 201,
    refusals: { 409: AgentsTooOld },
    audits: ['job.batch.propose'],
    tool: {
      name: 'propose_bulk_job',
      description: 'Propose a script for many devices; a person approves each batch before it runs',
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
  },
  (ctx, { body }) => proposeBulk(ctx, body),
);
