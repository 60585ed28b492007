/** What waits for a human, a row for each decision. CONTRACT.md, Jobs; CONSOLE.md, Approval. */
import { z } from 'zod';
import { Id, Timestamp } from './common.ts';
import { JobActor, jobSources, RiskHint } from './jobs.ts';
import { Shell } from './shell.ts';
import { RequestReason, StandingKind } from './standing-approvals.ts';

export const Approval = z
  .object({
    /** Of jobs the batch's id, or the job's own when it stands alone; otherwise the standing approval's. */
    id: Id,
    kind: z.enum(['jobs', 'standing']),
    batch_id: Id.nullable(),
    /** The newest awaiting job of it, to read the script from; null for a standing approval. */
    job_id: Id.nullable(),
    description: z.string(),
    shell: Shell,
    source: z.enum([...jobSources, 'check']),
    proposed_by: JobActor,
    risk_hints: z.array(RiskHint),
    /** What would be approved. Batches of one proposal share it, and `created_at`, over the companies. */
    content_sha256: z.string(),
    client_id: Id.nullable(),
    client_name: z.string().nullable(),
    /** Empty for a standing approval of a policy. */
    agent_hostname: z.string(),
    device_count: z.number().int(),
    offline_count: z.number().int(),
    /** A human has approved exactly this script for the same shell before. */
    same_as_approved: z.boolean(),
    /** What is asked for with a standing approval; null for jobs. */
    standing: z
      .object({
        subject_kind: StandingKind,
        subject_id: Id,
        policy_name: z.string().nullable(),
        requested_reason: RequestReason,
      })
      .nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Approval' });
export type Approval = z.infer<typeof Approval>;
/** The newest 200; `total` counts all. */
export const ApprovalList = z.object({ approvals: z.array(Approval), total: z.number().int() });
