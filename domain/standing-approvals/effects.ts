/** Checks that change something on their devices: they restart a service, or post. Who saves one may approve (checks/save.ts). */
import type { Ctx } from '../context.ts';
import { Problem } from '../problem.ts';
import type { Fragment } from '../sql.ts';
import { mayApprove } from './may-approve.ts';

/** SQL condition on `checks c`. */
export const changesSomething = ({ sql }: Pick<Ctx, 'sql'>): Fragment =>
  sql`(c.config ->> 'restart_if_stopped' = 'true' or c.config ->> 'method' = 'POST')`;

type Effects = { check_id: string; name: string; device_id: string }[];

/** Which of them reach these devices through a policy; asked before devices move, so that mayReach knows what is new. */
export async function effectsReaching(ctx: Ctx, deviceIds: string[]): Promise<Effects> {
  return ctx.sql<Effects>`
    select c.id as check_id, c.name, p.device_id from policy_devices p
    join checks c on c.policy_id = p.policy_id and ${changesSomething(ctx)}
    where p.device_id = any(${deviceIds}::uuid[])`;
}

/**
 * Called after devices moved, in the same transaction: a device comes under such a check only by somebody who may approve,
 * as by an assignment (widen.ts). @throws 403 jobs_manage_required
 */
export async function mayReach(ctx: Ctx, deviceIds: string[], before: Effects): Promise<void> {
  if (mayApprove(ctx)) return;
  const known = new Set(before.map(({ check_id, device_id }) => `${check_id} ${device_id}`));
  const reached = await effectsReaching(ctx, deviceIds);
  const added = reached.find(({ check_id, device_id }) => !known.has(`${check_id} ${device_id}`));
  if (!added) return;
  throw new Problem(
    403,
    'jobs_manage_required',
    `A policy of that place changes something on its devices (${added.name}); to bring a device there needs the permission jobs.manage.`,
  );
}
