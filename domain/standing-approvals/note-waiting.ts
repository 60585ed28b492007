import type { Ctx } from '../context.ts';
import { jobActor } from '../jobs/job-actor.ts';
import { notify } from '../notifications/notify.ts';
import type { Subject } from './subjects.ts';

/**
 * Has those told who may want to approve: what begins to wait has stopped running by itself. Called once when it begins,
 * not when what waits gets another form.
 */
export async function noteWaiting(ctx: Ctx, approvalId: string, { kind, name, agentId }: Subject): Promise<void> {
  await notify(ctx, [
    {
      event: 'job.awaiting_approval',
      agentId,
      subject: { kind: 'standing_approval', id: approvalId },
      details: { standing: kind, name, requested_by: (await jobActor(ctx)).name },
    },
  ]);
}
