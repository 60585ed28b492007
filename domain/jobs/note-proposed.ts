import type { JobActor } from '../../schema/jobs.ts';
import type { Ctx } from '../context.ts';
import type { Notice } from '../notifications/notice.ts';
import { notify } from '../notifications/notify.ts';

/** The jobs of a company that wait each for itself, and their devices in the same order; null for a batch. */
export interface Singles {
  job_ids: string[] | null;
  agent_ids: string[] | null;
}

interface Proposed extends Singles {
  batch_id: string | null;
  client_name: string | null;
  count: number;
}

/** Has whoever asked for it told that these wait for approval: a batch once. */
export const noteProposed = (
  ctx: Ctx,
  { description, shell, proposedBy }: { description: string; shell: string; proposedBy: JobActor },
  proposed: Proposed[],
): Promise<void> => {
  const details = { description, shell, proposed_by: proposedBy.name };
  return notify(
    ctx,
    proposed.flatMap(({ batch_id, client_name, count, job_ids, agent_ids }): Notice[] =>
      batch_id === null
        ? (job_ids ?? []).map((id, index) => ({
            event: 'job.awaiting_approval',
            agentId: agent_ids?.[index] ?? null,
            subject: { kind: 'job', id },
            details,
          }))
        : [
            {
              event: 'job.awaiting_approval',
              agentId: null,
              subject: { kind: 'batch', id: batch_id },
              details: { ...details, client: client_name, devices: count },
            },
          ],
    ),
  );
};
