import type { Ctx } from '../context.ts';
import { isAble } from '../jobs/able.ts';
import { openStates } from '../jobs/transitions.ts';
import { Problem } from '../problem.ts';
import { deviceInScope } from '../scope.ts';
import { readSubject, type Subject } from '../standing-approvals/subjects.ts';
import { requireVisible } from './access.ts';

/** The devices of one run, by what becomes of them. */
export interface Targets {
  due: string[];
  /** A job of this task is still open there. */
  skipped: number;
  /** Their agent is too old for it, it is meant for other systems, or their identity has been revoked. */
  unable: number;
}

interface Row {
  id: string;
  version: string;
  os_family: string;
  trusted: boolean;
  open: boolean;
}

/** Every device that the task reaches now and the caller may see. */
export async function findTargets(ctx: Ctx, { id, agentId, policyId, runs }: Subject): Promise<Targets> {
  const { sql } = ctx;
  const reached =
    policyId === null
      ? sql`d.id = ${agentId}`
      : sql`d.id in (select p.device_id from policy_devices p where p.policy_id = ${policyId})`;
  const devices = await sql<Row[]>`
    select d.id, d.version, d.os_family, d.identity = 'trusted' as trusted,
      exists (select from jobs r where r.task_id = ${id} and r.agent_id = d.id and ${openStates(sql, sql`r.status`)}) as open
    from devices d where ${reached} and ${deviceInScope(ctx)}`;
  const fits = (device: Row) =>
    device.trusted && !(runs instanceof Problem) && isAble(runs.content, device, runs.resolved.systems);
  const able = devices.filter(fits);
  const due = able.filter(({ open }) => !open);
  return {
    due: due.map((device) => device.id),
    skipped: able.length - due.length,
    unable: devices.length - able.length,
  };
}

/** How many devices a run would reach now, of which the caller may see. @throws 404 task_not_found, 403 out_of_scope */
export async function countTargets(ctx: Ctx, id: string): Promise<{ count: number; unable: number }> {
  await requireVisible(ctx, id);
  const subject = await readSubject(ctx, 'task', id);
  if (!subject) throw new Error('it was there a moment ago');
  const { due, skipped, unable } = await findTargets(ctx, subject);
  return { count: due.length + skipped, unable };
}
