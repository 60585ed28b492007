import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';
import { mayApprove } from './may-approve.ts';
import { subjectRows } from './subjects.ts';

/** Approvals in force, or that a save may put back in force, by the device that their policy reaches. */
export type Reached = { approval_id: string; device_id: string }[];

/**
 * Which of these approvals reach these devices through a policy; asked before devices move, so that coverMoved knows what
 * is new. The devices are locked.
 */
export async function approvalsReaching({ sql, ...ctx }: Ctx, deviceIds: string[]): Promise<Reached> {
  return sql<Reached>`
    select a.id as approval_id, p.device_id
    from policy_devices p
    join ${subjectRows({ ...ctx, sql })} s on s.policy_id = p.policy_id
    join standing_approvals a on a.subject_kind = s.kind and a.subject_id = s.id and a.approved_form_sha256 is not null
    where p.device_id = any(${deviceIds}::uuid[])`;
}

/**
 * Called after devices moved, in the same transaction. What is approved now reaches some of them that it did not reach
 * before. When somebody moved them who may approve, that is an approval; otherwise its runs there are proposed until
 * somebody who may approves anew (CONTRACT.md, Standing approval: policy moves).
 */
export async function coverMoved(ctx: Ctx, deviceIds: string[], before: Reached): Promise<void> {
  const { sql } = ctx;
  const may = mayApprove(ctx);
  // Whoever approves something of a policy holds it (widen.ts): this sees its approval, or it sees these devices.
  if (!may)
    await sql`
      select id from policies where id in (select policy_id from policy_devices where device_id = any(${deviceIds}::uuid[]))
      order by id for no key update`;
  const known = new Set(before.map(({ approval_id, device_id }) => `${approval_id} ${device_id}`));
  const reached = await approvalsReaching(ctx, deviceIds);
  const added = reached.filter(({ approval_id, device_id }) => !known.has(`${approval_id} ${device_id}`));
  if (added.length === 0) return;
  const approvals = added.map(({ approval_id }) => approval_id);
  const devices = added.map(({ device_id }) => device_id);
  changed(ctx, 'approvals', [...new Set(approvals)]);
  if (may)
    await sql`
      delete from standing_approval_exceptions e
      using unnest(${approvals}::uuid[], ${devices}::uuid[]) as n (approval_id, device_id)
      where e.approval_id = n.approval_id and e.device_id = n.device_id`;
  else
    await sql`
      insert into standing_approval_exceptions (approval_id, device_id)
      select n.approval_id, n.device_id from unnest(${approvals}::uuid[], ${devices}::uuid[]) as n (approval_id, device_id)
      on conflict do nothing`;
}
