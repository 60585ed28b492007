import type { JobActor } from '../../schema/jobs.ts';
import type { Ctx } from '../context.ts';
import { jobActor } from '../jobs/job-actor.ts';

/**
 * Whether what the caller saves or decides counts as an approval: a person, an API token or the bootstrap token with
 * jobs.manage. AI applications, the AI chat and tokens for /mcp never approve, whatever they hold (CONTRACT.md, Access).
 */
export function mayApprove({ actor, origin }: Pick<Ctx, 'actor' | 'origin'>): boolean {
  const approves = actor.kind === 'user' || actor.kind === 'api_token' || actor.kind === 'bootstrap';
  return approves && !actor.mcpOnly && origin.via === undefined && actor.permissions.has('jobs.manage');
}

/** The caller as the one who is asked at each run, for the columns of standing_approvals. */
export interface Approver {
  approver: JobActor;
  userId: string | null;
  tokenId: string | null;
}

export async function approverOf(ctx: Ctx): Promise<Approver> {
  const { kind, id } = ctx.actor;
  return {
    approver: await jobActor(ctx),
    userId: kind === 'user' ? id : null,
    tokenId: kind === 'api_token' ? id : null,
  };
}
