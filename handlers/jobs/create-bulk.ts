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
      description:
        'Propose one script for many devices: those in agent_ids, and all of site_id and group_id, as far as you may see them. ' +
        'Give either script_id of a library script, or shell and script. It makes one batch for each company; nothing runs until a ' +
        'person approves a batch. Answers the batches and how many devices they cover; list_jobs with batch_id shows their jobs.',
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
  },
  (ctx, { body }) => proposeBulk(ctx, body),
);
